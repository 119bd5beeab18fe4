# Sourced by the tests of this folder. Modules are made for Debian's Python, whatever stands first in PATH.
. tests/command/harness.sh
python=/usr/bin/python3
sources=$TEST_SRCDIR/$TEST_WORKSPACE/tests/python

skip() { echo "SKIPPED: $*"; exit 0; }

# need_modules PACKAGE...: skips the test unless these modules of Python are there, and modules can be made
need_modules() {
  local module
  [ -x $python ] || skip "there is no $python"
  [ -e "$($python -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] ||
    skip 'python3-dev is not installed'
  [ -e /usr/include/pybind11/pybind11.h ] || skip 'pybind11-dev is not installed'
  for module; do
    $python -c "import $module" 2>/dev/null || skip "python3-$module is not installed"
  done
}

make_module() { expect 0 "$mentat" python-module -O0 --python=$python "$@"; }

export PYTHONPATH=${mentat%/bin/mentat}/share/mentat/python PYTHONDONTWRITEBYTECODE=1
