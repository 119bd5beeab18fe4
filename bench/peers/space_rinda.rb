#!/usr/bin/ruby
# The rows of `./mentat bench space` by Rinda, the tuple space of Ruby: one server process, two
# clients, over Unix sockets of a private folder.
require 'rinda/tuplespace'
require 'drb/unix'
require 'tmpdir'

if ARGV != [] && ARGV != ['--smoke']
  warn "usage: #{$PROGRAM_NAME} [--smoke]"
  exit 2
end
DIVISOR = ARGV.empty? ? 1 : 1000

def least(operations)
  operations = [1, operations / DIVISOR].max
  best = 5.times.map do
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    yield operations
    Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  end.min
  best * 1e6 / operations
end

def print_row(row, us)
  printf "%s\t%.4f\n", row, us
  $stdout.flush
end

def connected(uri)
  DRb.start_service('drbunix:')
  space = DRbObject.new_with_uri(uri)
  begin
    space.read_all([:none])
  rescue DRb::DRbConnError
    sleep 0.01
    retry
  end
  space
end

def answer(space)
  loop do
    _, n = space.take([:ping, Integer])
    break if n.negative?
    space.write([:pong, n])
  end
end

def measure(space)
  print_row 'out_in_elsewhere', least(1000) { |n|
    n.times { |k| space.write([:job, k, 7]); space.take([:job, Integer, Integer]) }
  }
  print_row 'out_512_then_in_512_elsewhere', least(2) { |n|
    n.times { 512.times { |k| space.write([:many, k]) }; 512.times { space.take([:many, Integer]) } }
  } / 512
  partner = fork { answer(connected(space.__drburi)) }
  print_row 'ping_pong_elsewhere', least(1000) { |n|
    n.times { |k| space.write([:ping, k]); space.take([:pong, Integer]) }
  }
  space.write([:ping, -1])
  Process.wait partner
end

Dir.mktmpdir('mentat-bench-', ENV['BENCH_FOLDER']) do |folder|
  uri = "drbunix:#{folder}/socket"
  server = fork do
    DRb.start_service(uri, Rinda::TupleSpace.new)
    DRb.thread.join
  end
  begin
    measure(connected(uri))
  ensure
    Process.kill :KILL, server
    Process.wait server
  end
end
