int main(int, char**, char**) {}
// expect: 1:29: error: 'main' of a Mentat program takes (int, char**) or nothing; use the environment through getenv [E0313]
