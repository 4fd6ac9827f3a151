// Names of files in value lines, where blanks separate words: "my masks/grains.png".
#pragma once

#include <string>
#include <vector>

namespace slipflow::config {

/// The words of a value line. Blanks separate them, except within the double quotes of a quoted
/// name, which may be a whole word or the value of an option: path="a b.txt".
std::vector<std::string> split_words(const std::string& line);

/// The name that a word denotes: itself unless it begins with a double quote. Empty for a name
/// whose quotes or escapes are wrong.
std::string unquoted(const std::string& word);

/// The word that denotes a name. A name with blanks or other characters that mean something in a
/// case file is put in double quotes, and characters that quotes do not protect become \XX with two
/// hexadecimal digits.
std::string quoted(const std::string& name);

}  // namespace slipflow::config
