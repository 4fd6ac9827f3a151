# Flags that every target of the project gets.
add_library(slipflow_flags INTERFACE)
target_compile_options(slipflow_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  # The kernels are compiled without contraction in parity mode; so is the serial reference.
  -ffp-contract=off)
if(SLIPFLOW_NATIVE)
  target_compile_options(slipflow_flags INTERFACE -march=native)
  target_compile_definitions(slipflow_flags INTERFACE SLIPFLOW_NATIVE)
endif()
if(SLIPFLOW_SANITIZE)
  target_compile_options(slipflow_flags INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer)
  target_link_options(slipflow_flags INTERFACE -fsanitize=address,undefined)
endif()
