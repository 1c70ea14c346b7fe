/* The words of --help. */
#include "help.h"

#include <string.h>

static const char title[] =
    "handhold: procedural animation of creatures that hold on, and its laboratory\n";

/* A command, or an option and the commands that take it; and what is said of it. */
typedef struct Entry {
  const char *of, *text;
} Entry;

/* clang-format off */
static const Entry commands[] = {
    {"list",
     "  handhold list  scenes|movers|params|metrics\n"
     "      what there is, with units, ranges and sources\n"},
    {"run",
     "  handhold run   --scene S --mover M [--seed N] [--duration S | --swings N] [--set NAME=VALUE ...]\n"
     "                 [--set-file P.yaml] [--course HOLDS.csv | --room TILES.txt] [--player KEYS.csv] [--trace T.csv]\n"
     "                 [--timing=off]\n"
     "                 [--clip FILE [--clip-name A] [--clip-weight NAME=W ...] [--clip-loop=off]]\n"
     "      one episode: its metrics on stdout; --trace also writes T.csv and T.world.csv, and\n"
     "      --trace - the trace on stdout and the metrics on stderr. --clip lays an animation (BVH,\n"
     "      glTF, FBX, ..) of any humanoid or ape over the body, from --set rig.level=bones on;\n"
     "      contacts and the centre of mass stay exact\n"},
    {"sweep",
     "  handhold sweep SPEC.yaml --out DIR [--jobs N] [--set NAME=VALUE ...] [--resume | --force]\n"
     "                 [--set-file P.yaml] [--shard I/N | --submit slurm --shards N [--dry-run]]\n"
     "                 [--timing=off] [--quiet]\n"
     "      every run of a spec, in parallel: runs.csv, summary.csv, datapackage.json,\n"
     "      provenance.json, spec.yaml and plots in DIR\n"},
    {"compare",
     "  handhold compare SPEC.yaml --out DIR [the options of sweep]\n"
     "      movers side by side on the same scenes and seeds: also compare.csv, traces, pictures\n"},
    {"sensitivity",
     "  handhold sensitivity SPEC.yaml --out DIR [the options of sweep]\n"
     "      which parameters matter, of a design saltelli or morris: also sensitivity.csv\n"},
    {"tune",
     "  handhold tune SPEC.yaml --out DIR [the options of sweep but --shard, --submit]\n"
     "      parameters that make the spec's objectives small, found by its optimizer and reported on\n"
     "      what it holds out: also history.csv, held_out.csv, best.yaml (for --set-file), pictures\n"},
    {"merge",
     "  handhold merge DIR... --out DIR [--resume | --force] [--quiet]\n"
     "      the folders of all shards of one sweep, comparison, .. into its result\n"},
    {"draw",
     "  handhold draw TRACE.csv [MORE.csv ...] -o FILE.svg|png|gif|mp4|bvh|glb|gltf [--from S] [--to S]\n"
     "                [--every S | --path | --fps N --slow FACTOR --size WxH] [--creature N|all] [--whole]\n"
     "                [--quiet]\n"
     "      a run as a stroboscopic tracing (.svg, .png: the body every --every seconds), a film\n"
     "      (.gif, .mp4) or its frames (a %d in the name of a .svg or .png), from what run --trace\n"
     "      wrote; several runs in step, one below the other. Drawn is the rig.level of the run: a\n"
     "      gibbon from rig14 on, skin with fur, by default a ball on an arm. From bones on also a\n"
     "      clip for other programs: .bvh, or .glb and .gltf with body and branches. Of a room two\n"
     "      views: how what lives there works, and how it is seen; a .svg or .png shows the instant of\n"
     "      --to and the way since --from. A daddy long legs creeps along its way, stays, hunts (a\n"
     "      tentacle reaches for prey), examines (it goes after a sound) or falls (nothing holds)\n"},
    {"validate",
     "  handhold validate [--out FILE.csv]\n"
     "      the model against theory and published figures, one row a claim; exit 1 when one fails\n"},
};

static const Entry options[] = {
    {"sweep compare sensitivity tune",
     "  --jobs N      threads; 0, the default: one for each processor\n"},
    {"run sweep compare sensitivity tune",
     "  --set         over what the spec or the scene sets; angles also as `12 deg`\n"},
    {"run sweep compare sensitivity tune",
     "  --set-file P  a parameter file, lines `name: value`; --set goes over it\n"},
    {"run",
     "  --seed N      of the episode, below 2^53; default 1. --duration defaults to 60 s\n"},
    {"run",
     "  --room TILES.txt\n"
     "                the tiles of --scene room, a character each (README, \"Rooms and tentacles\"); a\n"
     "                daddy long legs goes between two of its exits 0 to f, by the seed, if there is\n"
     "                a way, and with --set den.goal=wander between places anywhere\n"},
    {"run",
     "  --player KEYS.csv\n"
     "                which keys are down from when on: lines t_s,forward,up,release with 1 and 0;\n"
     "                default: as the parameters player.* say, that is forward\n"},
    {"run",
     "  --clip-weight NAME=W\n"
     "                share of the clip, 0 to 1, in a bone or in all, trunk, head, arms, arm_l, arm_r,\n"
     "                legs, leg_l or leg_r; later ones go over earlier ones. Default all=1\n"},
    {"run",
     "  --clip-name A the animation called A; default the first of the file\n"},
    {"run",
     "  --clip-loop=off\n"
     "                the clip is played once and its last pose kept\n"},
    {"draw",
     "  --from S, --to S\n"
     "                seconds of the run; default all of it, of a tracing the first 6\n"},
    {"draw",
     "  --every S     seconds from figure to figure of a tracing; default 0.1\n"},
    {"draw",
     "  --path        of a run as .svg or .png the way of the centre of mass, each way of moving in a\n"
     "                colour of its own, and the pieces of the world; no figures\n"},
    {"draw",
     "  --fps N       frames a second; default 30, of a GIF 20, of a clip those of the run\n"},
    {"draw",
     "  --slow FACTOR a film that takes so many times as long as the run; default 1\n"},
    {"draw",
     "  --size WxH    pixels of a film; default 1280x720, of a GIF 640x360, of a room 1600x720 and\n"
     "                800x360, of several runs higher\n"},
    {"draw",
     "  --whole       all of a room, not what is about the creature\n"},
    {"draw",
     "  --creature N  of a trace with several, or all: two together, a film's camera with the\n"
     "                first (not with --path); default the first. In a room all are drawn, those of\n"
     "                number N with their goals, and the picture goes with it\n"},
    {"sweep compare sensitivity tune merge",
     "  --resume      go on with an unfinished DIR; finished episodes are kept\n"},
    {"sweep compare sensitivity tune merge",
     "  --force       replace an earlier result in DIR; other files there stay\n"},
    {"sweep compare sensitivity",
     "  --shard I/N   only the runs of part I of N, on any machine; then merge\n"},
    {"sweep compare sensitivity",
     "  --submit slurm --shards N\n"
     "                the same as an array job and a merge after it; the scripts are in DIR/submit,\n"
     "                and with --dry-run not submitted\n"},
    {"sweep compare sensitivity tune",
     "  mpirun -n N handhold ... of a build with MPI: N processes, one of which hands out the work\n"},
    {"run sweep compare sensitivity tune",
     "  --timing=off  leave the processor-time columns empty: then every byte can be repeated\n"},
    {"sweep compare sensitivity tune merge draw",
     "  --quiet       no progress\n"},
};

static const char closing[] =
    "A spec \"-\" is read from standard input. Episodes that fail (a fall, a stall) are rows with a\n"
    "status, not errors. Exit codes: 0 done, 1 could not finish (disk full, I/O), 2 the request is\n"
    "wrong and nothing was written, 128 + signal when interrupted (then --resume goes on).\n";
/* clang-format on */

enum {
  COMMANDS = sizeof commands / sizeof commands[0],
  OPTIONS = sizeof options / sizeof options[0]
};

/* Whether `word` is one of the words of `list`, which blanks part. */
static bool among(const char *list, const char *word)
{
  size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
  return false;
}

void hhx_help(FILE *out)
{
  fprintf(out, "%s\n", title);
  for (int i = 0; i < COMMANDS; i++)
    fputs(commands[i].text, out);
  fputs("  handhold --help | --version; handhold COMMAND --help\n\n", out);
  for (int i = 0; i < OPTIONS; i++)
    fputs(options[i].text, out);
  fprintf(out, "\n%s", closing);
}

bool hhx_help_of(const char *command, FILE *out)
{
  bool known = false;
  for (int i = 0; i < COMMANDS; i++)
    if (strcmp(commands[i].of, command) == 0) {
      fprintf(out, "%s\n", commands[i].text);
      known = true;
    }
  for (int i = 0; i < OPTIONS && known; i++)
    if (among(options[i].of, command)) fputs(options[i].text, out);
  return known;
}
