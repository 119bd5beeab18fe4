// The four-stage pipeline of persistent objects of [TOCS96 Figure 10], in the keywords of the
// Mentat papers: 25 readings of a thermometer pass through four objects, each of which works on
// a different reading at the same time.
#include <mentat/mpl.h>

#include <iostream>

persistent mentat class thermometer {
 public:
  int read(int second) {
    drift_ = (drift_ * 5 + second) % 17;
    rtf(2000 + second * 10 + drift_);
  }

 private:
  int drift_ = 3;
};

persistent mentat class smoother {
 public:
  int smooth(int reading) {
    mean_ = mean_ == 0 ? reading : (3 * mean_ + reading) / 4;
    rtf(mean_);
  }

 private:
  int mean_ = 0;
};

persistent mentat class converter {
 public:
  int to_fahrenheit(int hundredths) {
    ++converted_;
    rtf(hundredths * 9 / 5 + 3200);
  }
  int converted() { rtf(converted_); }

 private:
  int converted_ = 0;
};

persistent mentat class recorder {
 public:
  int record(int hundredths) {
    highest_ = hundredths > highest_ ? hundredths : highest_;
    rtf(highest_);
  }

 private:
  int highest_ = 0;
};

int main() {
  const int readings = 25;
  thermometer a;
  smoother b;
  converter c;
  recorder d;
  mentat::create(a);
  mentat::create(b);
  mentat::create(c);
  mentat::create(d);

  int highest[readings];
  for (int second = 0; second < readings; ++second) {
    highest[second] = d.record(c.to_fahrenheit(b.smooth(a.read(second))));
  }

  for (int second = 0; second < readings; ++second) {
    std::cout << "second " << second << ": highest so far " << highest[second] << "\n";
  }
  std::cout << c.converted() << " readings converted\n";
  return 0;
}
