#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "embedded_texts.hpp"
#include "slipflow/output/json.hpp"

namespace slipflow::app {

namespace {
using config::KeySpec;
using config::KeyTable;
using config::KeyType;
using output::Json;

/// A limit of a whole number must not become 3.0.
Json limit_of(const KeySpec& spec, double value) {
  const bool whole = spec.type == KeyType::integer || spec.type == KeyType::integers;
  return whole ? Json(static_cast<long>(value)) : Json(value);
}

Json schema_of_number(const KeySpec& spec) {
  const bool whole = spec.type == KeyType::integer || spec.type == KeyType::integers;
  Json schema = {{"type", whole ? "integer" : "number"}};
  if (std::isfinite(spec.least))
    schema[spec.least_excluded ? "exclusiveMinimum" : "minimum"] = limit_of(spec, spec.least);
  if (std::isfinite(spec.most))
    schema[spec.most_excluded ? "exclusiveMaximum" : "maximum"] = limit_of(spec, spec.most);
  return schema;
}

Json schema_of_numbers(const KeySpec& spec) {
  Json schema = {{"type", "array"}, {"items", schema_of_number(spec)}};
  schema["minItems"] = spec.count == 0 ? 1 : spec.count;
  if (spec.count != 0) schema["maxItems"] = std::max(spec.count, spec.or_up_to);
  return schema;
}

Json schema_of_plain(const KeySpec& spec) {
  const bool is_one = spec.type == KeyType::number || spec.type == KeyType::integer;
  return is_one ? schema_of_number(spec) : schema_of_numbers(spec);
}

/// Numbers that a case with [units] may give with their unit: also a text such as "0 20 um".
Json or_with_unit(const KeySpec& spec, const Json& numbers) {
  constexpr const char* kNumber = "[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?";
  constexpr const char* kUnit = "( | 1/)?[A-Za-z\u00b0\u00b5\u03bc][A-Za-z\u00b5\u03bc0-9^*./]*";
  const bool is_one = spec.type == KeyType::number;
  const auto further = is_one || spec.count == 1 ? std::string()
                       : spec.count == 0         ? fmt::format("( {})*", kNumber)
                                         : fmt::format("( {}){{{},{}}}", kNumber, spec.count - 1,
                                                       std::max(spec.count, spec.or_up_to) - 1);
  const auto text = fmt::format("^{}{}{}$", kNumber, further, kUnit);
  return {{"anyOf", Json::array({numbers, {{"type", "string"}, {"pattern", text}}})}};
}

/// A list; with 0 as the fewest also an empty one, for `none`.
Json schema_of_words(const KeySpec& spec) {
  Json word = {{"enum", spec.allowed}};
  if (!spec.more_names.empty())
    word = {{"anyOf", Json::array({word, {{"pattern", "^[A-Za-z][A-Za-z0-9_]*$"}}})}};
  Json schema = {{"type", "array"}, {"items", word}, {"uniqueItems", true}};
  schema["minItems"] = spec.count;
  return schema;
}

/// A line begins with its kind, where it has kinds.
Json schema_of_line(const KeySpec& spec) {
  Json schema = {{"type", "string"}, {"minLength", 1}};
  std::vector<std::string> kinds;
  for (const auto& form : spec.forms)
    if (!form.kind.empty()) kinds.push_back(form.kind);
  if (kinds.size() == spec.forms.size() && !kinds.empty())
    schema["pattern"] = fmt::format("^({})( |$)", fmt::join(kinds, "|"));
  return schema;
}

Json schema_of_value(const KeySpec& spec) {
  switch (spec.type) {
    case KeyType::number:
    case KeyType::numbers:
      return spec.takes_unit ? or_with_unit(spec, schema_of_plain(spec)) : schema_of_plain(spec);
    case KeyType::integer:
    case KeyType::integers:
      return schema_of_plain(spec);
    case KeyType::words:
      return schema_of_words(spec);
    case KeyType::choice:
      return {{"enum", spec.allowed}};
    case KeyType::duration:
      return {{"type", "string"}, {"pattern", "^(0|[0-9.eE+-]+ (s|min|h))$"}};
    case KeyType::directive:
      return schema_of_line(spec);
    case KeyType::quantity:
      return {{"type", "string"}, {"pattern", "^[0-9.eE+-]+ ?[A-Za-z\u00b0\u00b5\u03bc]"}};
    case KeyType::text:
      break;
  }
  return {{"type", "string"}, {"minLength", 1}};
}

Json schema_of_key(const KeySpec& spec) {
  Json schema = spec.repeatable ? Json{{"type", "array"}, {"items", schema_of_value(spec)}}
                                : schema_of_value(spec);
  schema["description"] = spec.meaning;
  if (spec.unit != "-") schema["x-unit"] = spec.unit;
  // As in a case file: `x-default = 1 1` is two numbers.
  if (!spec.required && !spec.optional) schema["x-default"] = spec.default_value;
  return schema;
}

/// Requires a key of cases without the section that would determine it.
Json required_without_section(const KeySpec& spec) {
  const auto dot = spec.name.find('.');
  const auto section = spec.name.substr(0, dot), key = spec.name.substr(dot + 1);
  return {{"if", {{"required", Json::array({spec.unless_section})}}},
          {"else",
           {{"required", Json::array({section})},
            {"properties", {{section, {{"required", Json::array({key})}}}}}}}};
}

/// Allows no texts such as "0 20 um" in cases without the section [units].
Json without_units(const KeyTable& table) {
  Json sections = Json::object();
  for (const auto& spec : table.rows())
    if (spec.takes_unit && spec.type != KeyType::directive) {
      const auto dot = spec.name.find('.');
      sections[spec.name.substr(0, dot)]["properties"][spec.name.substr(dot + 1)] = {
          {"type", schema_of_plain(spec)["type"]}};
    }
  if (sections.empty()) return sections;
  return {{"if", {{"required", Json::array({"units"})}}}, {"else", {{"properties", sections}}}};
}

Json schema_of_method(const KeyTable& table) {
  Json properties = Json::object();
  Json required = Json::array(), conditions = Json::array();
  for (const auto& spec : table.rows()) {
    const auto dot = spec.name.find('.');
    if (dot == std::string::npos) {
      properties[spec.name] = schema_of_key(spec);
      continue;
    }
    const auto section = spec.name.substr(0, dot);
    auto& rows = properties[section];
    if (rows.is_null())
      rows = {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
    rows["properties"][spec.name.substr(dot + 1)] = schema_of_key(spec);
    if (!spec.unless_section.empty()) conditions.push_back(required_without_section(spec));
    if (!spec.required || !spec.unless_section.empty()) continue;
    rows["required"].push_back(spec.name.substr(dot + 1));
    if (std::find(required.begin(), required.end(), section) == required.end())
      required.push_back(section);
  }
  if (const Json numbers = without_units(table); !numbers.empty()) conditions.push_back(numbers);
  Json schema = {{"type", "object"},
                 {"properties", properties},
                 {"required", required},
                 {"additionalProperties", false}};
  if (!conditions.empty()) schema["allOf"] = conditions;
  return schema;
}

/// True for cases of the method; the default one need not be named.
Json if_method_is(const std::string& method, bool is_default) {
  Json schema = {{"properties", {{"method", {{"const", method}}}}}};
  if (!is_default) schema["required"] = Json::array({"method"});
  return schema;
}
}  // namespace

std::string case_schema(const config::KeyTables& tables) {
  Json methods = Json::array();
  Json definitions = Json::object();
  for (const auto& table : tables) {
    const auto& name = table->method();
    definitions[name] = schema_of_method(*table);
    methods.push_back({{"if", if_method_is(name, table == tables.front())},
                       {"then", {{"$ref", "#/$defs/" + name}}}});
  }
  const Json& rows = definitions[tables.front()->method()]["properties"];
  const Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                       {"title", "Case of slipflow"},
                       {"type", "object"},
                       {"properties", {{"method", {{"enum", rows["method"]["enum"]}}}}},
                       {"allOf", methods},
                       {"$defs", definitions}};
  return schema.dump(1) + '\n';
}

}  // namespace slipflow::app
