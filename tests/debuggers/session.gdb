# What gdb_test.sh runs; session.expected is what it prints. The test puts in the numbers of lines, which ledger.mpl.cc marks.
set pagination off
set width 0
break ledger.mpl.cc:@in sum@
break ledger.mpl.cc:@in checked@
break ledger.mpl.cc:@in enter@
break ledger.mpl.cc:@first wait@
run
echo == in main\n
bt
mentat-rv
mentat-fibers
continue
echo == in enter\n
bt
print balance_
mentat-rv
next
print *this
continue
echo == in checked\n
print n
mentat-rv
continue
echo == in sum, called from checked\n
bt
next
next
print total
mentat-rv
disable
break ledger.mpl.cc:@second wait@
continue
echo == main again\n
mentat-rv
enable 1
continue
echo == in sum, while main stands\n
bt
mentat-rv
mentat-fibers
disable
continue
