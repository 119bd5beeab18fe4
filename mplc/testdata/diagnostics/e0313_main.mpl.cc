int main(int, char**, char**) {}
