#include "slipflow/config/rows.hpp"

namespace slipflow::config::rows {

KeySpec number(const std::string& name, double least, double most, const std::string& unit,
               const std::string& default_value, const std::string& meaning) {
  return {.name = name,
          .type = KeyType::number,
          .unit = unit,
          .default_value = default_value,
          .least = least,
          .most = most,
          .meaning = meaning};
}

KeySpec number_above(const std::string& name, double least, double most, const std::string& unit,
                     const std::string& default_value, const std::string& meaning) {
  KeySpec spec = number(name, least, most, unit, default_value, meaning);
  spec.least_excluded = true;
  return spec;
}

KeySpec integer(const std::string& name, double least, double most, const std::string& unit,
                const std::string& default_value, const std::string& meaning) {
  KeySpec spec = number(name, least, most, unit, default_value, meaning);
  spec.type = KeyType::integer;
  return spec;
}

KeySpec pair(const std::string& name, const std::string& unit, const std::string& default_value,
             const std::string& meaning) {
  return {.name = name,
          .type = KeyType::numbers,
          .unit = unit,
          .default_value = default_value,
          .count = 2,
          .meaning = meaning};
}

KeySpec choice(const std::string& name, const std::vector<std::string>& allowed,
               const std::string& default_value, const std::string& meaning) {
  return {.name = name,
          .type = KeyType::choice,
          .default_value = default_value,
          .allowed = allowed,
          .meaning = meaning};
}

KeySpec text(const std::string& name, const std::string& default_value,
             const std::string& meaning) {
  return {.name = name, .default_value = default_value, .meaning = meaning};
}

KeySpec words(const std::string& name, const std::vector<std::string>& allowed, int fewest,
              const std::string& default_value, const std::string& meaning) {
  return {.name = name,
          .type = KeyType::words,
          .default_value = default_value,
          .count = fewest,
          .allowed = allowed,
          .meaning = meaning};
}

KeySpec duration(const std::string& name, const std::string& default_value,
                 const std::string& meaning) {
  return {
      .name = name, .type = KeyType::duration, .default_value = default_value, .meaning = meaning};
}

KeySpec quantity(const std::string& name, const std::string& unit, const std::string& meaning) {
  return {.name = name,
          .type = KeyType::quantity,
          .unit = unit,
          .optional = true,
          .least = 0,
          .least_excluded = true,
          .meaning = meaning};
}

KeySpec required(KeySpec spec) {
  spec.required = true;
  return spec;
}

KeySpec optional(KeySpec spec) {
  spec.optional = true;
  return spec;
}

Rows all_of(const std::vector<Rows>& sections) {
  Rows all;
  for (const Rows& section : sections) all.insert(all.end(), section.begin(), section.end());
  return all;
}

}  // namespace slipflow::config::rows
