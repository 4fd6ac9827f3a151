# Completion of slipflow for bash; printed by: slipflow help --completion

# The words that may follow --set KEY= and --over KEY=
_slipflow_choices() {
  local words=''
  case $1 in
@CHOICES@
  esac
  printf '%s' "$words"
}

# The values of an option.
_slipflow_values() {
  local words=''
  case $1 in
@VALUES@
  esac
  printf '%s' "$words"
}

# The options of a command.
_slipflow_options() {
  local words=''
  case $1 in
@OPTIONS@
  esac
  printf '%s' "$words"
}

_slipflow_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }

# Files that match a pattern, and folders.
_slipflow_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -X "!$1" -- "$2"; compgen -d -- "$2")
}

_slipflow() {
  local command=${COMP_WORDS[1]-} at=$COMP_CWORD
  local current=${COMP_WORDS[at]} previous=${COMP_WORDS[at-1]} before='' key=''
  COMPREPLY=()
  # bash makes words of their own of `=`: --set KEY = VALUE
  [[ $current != = ]] || { current='' previous='=' at=$((at + 1)); }
  if [[ $previous == = && $at -ge 4 ]]; then
    key=${COMP_WORDS[at-2]} before=${COMP_WORDS[at-3]}
    [[ $before != --set && $before != --over ]] || _slipflow_words "$(_slipflow_choices "$key")" "$current"
    return
  fi
  if [[ $at == 1 ]]; then
    _slipflow_words '@COMMANDS@ --help --version' "$current"
    return
  fi
  case $previous in
    --set | --over)
      compopt -o nospace 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -S = -W '@KEYS@' -- "$current")
      return ;;
    @WITH_VALUES@)
      _slipflow_words "$(_slipflow_values "$previous")" "$current"
      return ;;
    @WITH_FILES@)
      _slipflow_files '*' "$current"
      return ;;
    @WITH_OTHERS@)
      return ;;
  esac
  if [[ $current == -* ]]; then
    _slipflow_words "$(_slipflow_options "$command")" "$current"
    return
  fi
  case $command in
    help) _slipflow_words '@TOPICS@' "$current" ;;
    convert) _slipflow_files '*' "$current" ;;
    devices | bench) ;;
    *) _slipflow_files '*.cfg' "$current" ;;
  esac
}

complete -F _slipflow slipflow
