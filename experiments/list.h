/* `handhold list`: what there is, with units and ranges, from the registries themselves. */
#ifndef HHX_LIST_H
#define HHX_LIST_H

/* Prints one list on stdout; exit code 0, or 2 and a message for an unknown list (null too). */
int hhx_list(const char *what);

#endif
