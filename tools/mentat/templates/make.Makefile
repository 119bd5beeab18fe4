# Made by Mentat @VERSION@.
# To use another installation: make MENTAT=/usr/local/bin/mentat
MENTAT ?= @COMMAND@
CXX := $(MENTAT) c++
CXXFLAGS ?= -O2 -Wall -Wextra

sources := $(wildcard *.mpl.cc)
objects := $(sources:.mpl.cc=.o)

@NAME@: $(objects)
	$(CXX) $^ -o $@

%.o: %.mpl.cc
	$(CXX) $(CXXFLAGS) -MMD -c $< -o $@

# Compares the output of all modes with each other and with the expected one.
check: @NAME@
	$(MENTAT) verify ./@NAME@
	$(MENTAT) sim --seeds=10 ./@NAME@
	./@NAME@ | diff @NAME@.expected -

clean:
	rm -f @NAME@ $(objects) $(objects:.o=.d)

-include $(objects:.o=.d)
.PHONY: check clean
