# slipflow_compile_for(TARGET PRECISION): the equations of macros/ are those of in_double, in_mixed or
# in_single in all sources of the target, in which SF_PRECISION is this name.
function(slipflow_compile_for target precision)
  set(definitions_in_mixed SF_MIXED)
  set(definitions_in_single SF_SINGLE)
  # Literals are floats, as in the kernels.
  set(options_in_single
    $<$<CXX_COMPILER_ID:GNU>:-fsingle-precision-constant>
    "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -cl-single-precision-constant>")
  target_compile_definitions(${target} PRIVATE SF_PRECISION=${precision} ${definitions_${precision}})
  target_compile_options(${target} PRIVATE ${options_${precision}})
endfunction()
