# What pictures of a search share, from history.csv: `trials`, how many evaluations there are, of them
# bad_trials in which episodes failed; first_trial and last_trial, their numbers; `kinds` of phases
# ("cma_es 2" is of kind cma_es); `turn`, the first evaluation of each phase but the first, where
# those are few; default_trial, the evaluation of the default, and best_trial, that with the fewest
# failures and then the lowest score, or the winner of the race where `told` says race; -1 for none.
source = 'history.csv'; taken(x) = 1
trials = 0; kinds = ''; phase = ''; first_trial = 0; last_trial = 0; bad_trials = 0; default_trial = -1
added(all, w) = place(all, w) ? all : all . ' ' . w
kind_of(s) = strlen(s) ? word(s, 1) : 'search'
array turn[40]
turns = 0
# The first evaluation of each phase but the first; too many to show are not kept.
note_turn(e) = (turns = turns + 1, turns <= 40 ? (turn[turns] = e) : 0)
note_trial(e, s, failed) = (trials = trials + 1, kinds = added(kinds, kind_of(s)), \
  s ne phase && trials > 1 && phase ne 'default' ? note_turn(e) : 0, phase = s, \
  default_trial = s eq 'default' ? e : default_trial, \
  first_trial = trials == 1 ? e : first_trial, last_trial = e, bad_trials = bad_trials + (failed > 0), 1)
best_trial = -1; best_failures = 0; best_score = 0.0
note_best(e, failed, v) = v == v && (best_trial < 0 || failed < best_failures || (failed == best_failures && v < best_score)) \
  ? (best_trial = e, best_failures = failed, best_score = v) : 0
@read_comma
stats [*:*][*:*] source using (note_trial(column('evaluation'), strcol('phase'), column('failures'))) nooutput
stats [*:*][*:*] source using (note_best(column('evaluation'), column('failures'), column('score')), 1) nooutput
if (told eq 'race') {
  stats [*:*][*:*] 'race.csv' using (strcol('decision') eq 'winner' ? (best_trial = column('evaluation'), 1) : 0) nooutput
}
@read_blank
turns = turns > 40 ? 0 : turns
span_trials = last_trial > first_trial ? last_trial - first_trial : 1

