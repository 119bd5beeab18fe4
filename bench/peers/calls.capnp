@0xb3a2d1c4e5f60718;
interface Echo {
  call @0 (number :Int32, data :Data) -> (result :Int32);
}
