#include "methods.hpp"

#include "slipflow/simple_ts/keys.hpp"

namespace slipflow::app {

const config::KeyTables& key_tables() {
  static const auto tables = config::make_key_tables({
      {"simple_ts", simple_ts::keys()},
  });
  return tables;
}

}  // namespace slipflow::app
