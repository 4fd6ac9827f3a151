# Flags that every target of the project gets.
add_library(slipflow_flags INTERFACE)
target_compile_options(slipflow_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  # The kernels are compiled without contraction in parity mode; so is the serial reference.
  -ffp-contract=off
  # Neither errno nor floating-point exceptions are looked at; with them the compiler could not turn
  # loops into vector instructions. The bits are the same.
  -fno-math-errno -fno-trapping-math)
if(SLIPFLOW_NATIVE)
  target_compile_options(slipflow_flags INTERFACE -march=native)
  target_compile_definitions(slipflow_flags INTERFACE SLIPFLOW_NATIVE)
endif()
if(SLIPFLOW_SANITIZE)
  # -g1: reports name files and lines.
  target_compile_options(slipflow_flags INTERFACE -fsanitize=${SLIPFLOW_SANITIZE} -g1
                         -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_compile_definitions(slipflow_flags INTERFACE _GLIBCXX_ASSERTIONS SLIPFLOW_SANITIZED)
  target_link_options(slipflow_flags INTERFACE -fsanitize=${SLIPFLOW_SANITIZE})
endif()
if(SLIPFLOW_FUZZ)
  target_compile_options(slipflow_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
