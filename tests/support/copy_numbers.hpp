// The numbers of a checkpoint of one part of a simulation.
#pragma once

#include <string>

#include "slipflow/methods/number_archive.hpp"

namespace test_support {

template <class Part>
slipflow::methods::NamedNumbers numbers_of(Part& part) {
  slipflow::methods::NamedNumbers numbers;
  slipflow::methods::NumberArchive archive(numbers);
  part.archive_numbers(archive);
  return numbers;
}

template <class Part>
void restore_numbers(Part& part, const slipflow::methods::NamedNumbers& numbers) {
  slipflow::methods::NumberArchive archive(numbers, "c");
  part.archive_numbers(archive);
}

template <class Part>
void copy_numbers(Part& from, Part& to) {
  restore_numbers(to, numbers_of(from));
}

}  // namespace test_support
