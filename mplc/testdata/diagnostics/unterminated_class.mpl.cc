// What is missing at the end of the file is reported there, though the last text that Clang sees was inserted.
// expect: 5:4: error: expected '}'
// expect: 5:4: error: expected ';' after class
mentat class
x {