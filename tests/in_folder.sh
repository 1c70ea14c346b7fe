# in_folder.sh FOLDER SCRIPT: runs SCRIPT in FOLDER, emptied first.
set -eu
rm -rf "$1"
mkdir -p "$1"
cd "$1"
exec sh -eu "$2"
