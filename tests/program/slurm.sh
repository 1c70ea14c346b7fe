# --submit slurm for real, on a throw-away Slurm of this one machine: the shards and their merge give
# the bytes of one process, with a task killed and requeued too; srun starts ranks. Needs root, the
# daemons of slurm-wlm, and a build with MPI.

spec=$HANDHOLD_SPECS/smoke.yaml
tables='runs.csv summary.csv spec.yaml datapackage.json'
mkdir no_gnuplot none
printf '#!/bin/sh\nexit 1\n' >no_gnuplot/gnuplot
chmod +x no_gnuplot/gnuplot
PATH=$PWD/no_gnuplot:/usr/sbin:/usr/bin:/sbin:/bin
export PATH

refused() { # CODE WORDS-EXPECTED COMMAND...
  wanted=$1 words=$2 code=0
  shift 2
  "$@" >out 2>err || code=$?
  [ $code -eq "$wanted" ] || { echo "exit $code, not $wanted: $*"; cat err; exit 1; }
  grep -q -e "$words" err || { echo "stderr of $* does not say '$words':"; cat err; exit 1; }
}
same() { # FOLDER FOLDER NAME...
  one=$1 two=$2
  shift 2
  for name; do cmp "$one/$name" "$two/$name"; done
}

# What needs no Slurm: wrong words, the scripts, a machine without sbatch.
submit() {
  "$HANDHOLD" sweep "$spec" --submit slurm "$@"
}
refused 2 'how many --shards' submit --out new
refused 2 'shards takes a number' submit --out new --shards 0
refused 2 'leave --shard out' submit --out new --shards 2 --shard 1/2
refused 2 'replaces nothing' submit --out new --shards 2 --force
refused 2 'knows slurm' "$HANDHOLD" sweep "$spec" --out new --submit moon --shards 2
refused 2 'for --submit' "$HANDHOLD" sweep "$spec" --out new --shards 2
sed 's/movers: .*/movers: [sine]/' "$spec" >one.yaml
refused 2 'names one mover' "$HANDHOLD" compare one.yaml --out new --submit slurm --shards 2
refused 2 'folder with a % in its path' submit --out 'new/100%' --shards 2
refused 2 'folder with a .* in its path' submit --out 'new\new' --shards 2
mkdir 'in%t'
(cd 'in%t' && spec=../spec.yaml && cp "$HANDHOLD_SPECS/smoke.yaml" ../spec.yaml &&
  refused 2 'in%t/new: .* a % in its path' submit --out new --shards 2 && [ ! -e new ])
[ ! -e new ] && [ ! -e 'new\new' ]
mkdir full
echo mine >full/notes.txt
refused 2 'is not empty' submit --out full --shards 2
refused 2 'holds no submission' submit --out full --shards 2 --resume
[ "$(ls full)" = notes.txt ]
"$HANDHOLD" compare "$spec" --submit slurm --shards 3 --dry-run --out "a 'b\" \$(c)" --jobs 2 >out
grep -q 'sbatch --parsable shards.sh' out
code=0
PATH=$PWD/none "$HANDHOLD" sweep "$spec" --out bare --submit slurm --shards 2 2>err || code=$?
[ $code -eq 1 ] && grep -q 'no sbatch on this machine' err && [ -x bare/submit/merge.sh ]
refused 2 'another spec' submit --out bare --shards 2 --resume --set planner.guesses=4

# Scripts of another command are written anew, whatever the folder is called.
"$HANDHOLD" sweep "$spec" --submit slurm --shards 2 --dry-run --out compare >out
"$HANDHOLD" compare "$spec" --submit slurm --shards 2 --dry-run --out compare --resume >out
# shellcheck disable=SC2016 # as it is in the script
grep -q '^exec "$handhold" compare ' compare/submit/shards.sh

# By hand: what a script does is a shell's business, wherever it is started.
for task in 3 1 2; do
  SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=2 sh "a 'b\" \$(c)/submit/shards.sh"
done
sh "a 'b\" \$(c)/submit/merge.sh" >table 2>>log
"$HANDHOLD" compare "$spec" --out compared --quiet >again 2>>log
[ "$(head -n 1 table)" = "$(head -n 1 again)" ]
[ -s "a 'b\" \$(c)/compare.csv" ]

if [ "${HANDHOLD_MPI-OFF}" = OFF ]; then
  echo 'skipped: Slurm is started for the build with MPI (cmake --preset mpi)'
  exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v slurmctld slurmd sbatch srun >/dev/null; then
  echo 'skipped: a Slurm of its own needs root and the package slurm-wlm'
  exit 0
fi

controller='' node=''
stop_slurm() {
  [ -z "$node" ] || scancel --state=RUNNING --user=root --quiet 2>/dev/null || true
  # Steps and nodes that cannot tell the controller of their end try for ten minutes.
  tries=50
  while [ -n "$controller" ] && [ $tries -gt 0 ] && [ -n "$(squeue -h 2>/dev/null)" ]; do
    tries=$((tries - 1))
    sleep 0.1
  done
  for daemon in $node $controller; do
    kill "$daemon" 2>/dev/null || continue
    tries=50
    while [ $tries -gt 0 ] && kill -0 "$daemon" 2>/dev/null; do
      tries=$((tries - 1))
      sleep 0.1
    done
    kill -KILL "$daemon" 2>/dev/null || true
    wait "$daemon" 2>/dev/null || true
  done
}
trap stop_slurm EXIT
trap 'exit 143' TERM INT HUP

host=$(hostname -s)
start_slurm() { # FIRST PORT
  rm -rf slurm
  mkdir -p slurm/state slurm/spool
  cat >slurm/slurm.conf <<EOF
ClusterName=throwaway
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$1
SlurmdPort=$(($1 + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
StateSaveLocation=$PWD/slurm/state
SlurmdSpoolDir=$PWD/slurm/spool
SlurmctldPidFile=$PWD/slurm/controller.pid
SlurmdPidFile=$PWD/slurm/node.pid
ReturnToService=2
MpiDefault=none
MailProg=/bin/true
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
  SLURM_CONF=$PWD/slurm/slurm.conf
  export SLURM_CONF
  slurmctld -D >slurm/controller.log 2>&1 &
  controller=$!
  slurmd -D >slurm/node.log 2>&1 &
  node=$!
  tries=0
  until sinfo -h -o %T 2>/dev/null | grep -q idle; do
    tries=$((tries + 1))
    if [ $tries -gt 100 ] || ! kill -0 $controller || ! kill -0 $node; then return 1; fi
    sleep 0.1
  done
}
port=$((20000 + $$ % 20000))
start_slurm $port || { stop_slurm; start_slurm $((port + 7)); } || {
  tail -n 20 slurm/*.log
  exit 1
}

wait_for() { # SECONDS COMMAND..., until it is true
  tries=$(($1 * 10))
  shift
  until "$@"; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || { echo "not in time: $*"; squeue; cat ./*/submit/*.log; exit 1; }
    sleep 0.1
  done
}
is_over() { # JOB...
  # of all jobs: squeue fails for one that is over as it does for a controller that is busy
  left=$(squeue -h -o '%F %A' 2>/dev/null) || return 1
  for job; do
    if echo "$left" | tr ' ' '\n' | grep -qx "$job"; then return 1; fi
  done
}
read_jobs() { # FILE: sets shards and merge
  shards=$(sed -n 's/^job \([0-9]*\): shards.*/\1/p' "$1")
  merge=$(sed -n 's/.*job \([0-9]*\): the merge.*/\1/p' "$1")
}

# One task is stopped in the middle and requeued.
sed 's/replicates: .*/replicates: 3000/; s/duration_s: .*/duration_s: 30/' "$spec" >long.yaml
spec=long.yaml
submit --out "it's a result" --shards 4 --timing=off >out
cat out
read_jobs out
sed -i 's/replicates: .*/replicates: 1/' long.yaml # is none of the jobs' business
wait_for 20 [ -e "it's a result/submit/shard_2_of_4/runs.journal" ]
scontrol requeue "${shards}_2"
wait_for 20 sh -c 'scontrol show job "$0" | grep -q "JobState=PENDING.*BeginTime"' "${shards}_2"
scontrol show job "${shards}_2" | grep -q 'Restarts=1'
scontrol update JobId="${shards}_2" StartTime=now
sed -i 's/replicates: .*/replicates: 3000/' long.yaml
"$HANDHOLD" sweep long.yaml --out whole --timing=off --quiet 2>>log
wait_for 60 is_over "$shards" "$merge"
# shellcheck disable=SC2086 # a list of words
same whole "it's a result" $tables
grep -q '"runs_from_before": [1-9]' "it's a result/submit/shard_2_of_4/provenance.json"
grep -q '"shards": 4' "it's a result/provenance.json"

# A task that fails lets no merge run; --resume submits again, with the scripts as they are.
spec=$HANDHOLD_SPECS/smoke.yaml
mkdir -p failed/submit
cp bare/submit/spec.yaml failed/submit
echo mine >failed/submit/shard_2_of_2
submit --out failed --shards 2 --timing=off --resume >out
read_jobs out
wait_for 30 is_over "$shards" "$merge"
[ ! -e failed/runs.csv ] && grep -q 'shard_2_of_2' failed/submit/shard_2.log
rm failed/submit/shard_2_of_2
echo '# edited' >>failed/submit/shards.sh
submit --out failed --shards 2 --timing=off --resume >out
read_jobs out
wait_for 30 is_over "$shards" "$merge"
grep -q edited failed/submit/shards.sh
"$HANDHOLD" sweep "$spec" --out small --timing=off --quiet 2>>log
# shellcheck disable=SC2086 # a list of words
same small failed $tables

# Ranks by srun; without PMI they are refused, once.
srun -n 3 --mpi=pmi2 "$HANDHOLD" sweep long.yaml --out ranks --timing=off --quiet 2>>log
# shellcheck disable=SC2086 # a list of words
same whole ranks $tables
grep -q '"ranks": 3' ranks/provenance.json
refused 2 '3 of this program were started together' srun -n 3 "$HANDHOLD" sweep long.yaml --out none
[ "$(grep -c 'started together' err)" -eq 1 ]
