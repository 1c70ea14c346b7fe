/* Eigenvalues and eigenvectors of a symmetric matrix, with only +, -, *, / and sqrt.
 * Householder's reduction to tridiagonal form, then implicit QR steps with Wilkinson's shift:
 * Golub and Van Loan, Matrix Computations, 4th ed., algorithms 8.3.1 to 8.3.3.
 * Small eigenvalues carry an absolute error of about 1e-16 times the largest. */
#ifndef HHX_EIGEN_H
#define HHX_EIGEN_H

#include <stdbool.h>

/* matrix: n x n, destroyed. values: n, in no order. vectors: n x n, eigenvector i is row i.
 * work: 2 n numbers. False when it does not converge, as for a matrix that is not finite. */
bool hhx_eigen(int n, double *matrix, double *values, double *vectors, double *work);

#endif
