// The tags of an XML text, one after the other.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "slipflow/support/number_text.hpp"

namespace slipflow::output {

/// What XmlTags refuses, to follow the name of the file.
struct XmlFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One tag: <name attributes>, </name> or <name attributes/>.
struct XmlTag {
  enum class Kind { begin, end, empty };
  Kind kind = Kind::begin;
  std::string name;
  std::map<std::string, std::string> attributes;

  /// The value of an attribute; empty without it.
  std::string value(const std::string& attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? "" : found->second;
  }
  /// The value as a number, if it is one.
  template <class Number>
  std::optional<Number> number(const std::string& attribute) const {
    Number read{};
    return read_number(value(attribute), read) == std::errc{} ? std::optional(read) : std::nullopt;
  }
};

/// Reads tags from a stream and passes over what is between them. Tags have bounded lengths; there
/// are no entities and no declarations, which could grow without a bound. Throws XmlFault.
class XmlTags {
 public:
  explicit XmlTags(std::istream& in) : in_(in) {}
  /// The next tag; false at the end of the stream.
  bool next(XmlTag& tag);

 private:
  std::string read_tag();
  void skip_comment();

  std::istream& in_;
};

}  // namespace slipflow::output
