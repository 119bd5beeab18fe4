#!/bin/bash
# A notebook that uses a module, executed by a kernel as Jupyter does it.
. tests/python/python_harness.sh
need_modules numpy nbclient ipykernel

cp "$sources"/{shop.mpl.h,shop.mpl.cc,notebook.ipynb} .
make_module shop.mpl.h shop.mpl.cc -o shop
export HOME=$PWD IPYTHONDIR=$PWD/ipython JUPYTER_RUNTIME_DIR=$PWD/runtime PYTHONPATH=$PWD:$PYTHONPATH
cat >execute.py <<'END'
import nbclient
import nbformat

notebook = nbformat.read("notebook.ipynb", as_version=4)
nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
for cell in notebook.cells:
    for output in cell.get("outputs", []):
        # What a cell prints may come in several pieces.
        print(output["text"] if "text" in output else output["data"]["text/plain"] + "\n", end="")
END
expect 0 env MENTAT_MODE=threads $python execute.py
says 'corner 2
the shelf is empty: no such shelf
12
0.0 to 90000.0'
[ "$failures" -eq 0 ] || cat "$TEST_TMPDIR/err"

finish
