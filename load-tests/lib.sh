# shellcheck shell=bash
# What a load test needs around it: a Redis, an emulated ManyChat, gateways, all on free ports of 127.0.0.1, in a folder that
# goes with them. Sourced by the scripts beside it, which call `begin` first. Only what was started here is ever ended.

here=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")" >/dev/null && pwd)
root=$(dirname -- "$here")
work=""
pids=()
gateway_pids=()
gateway_urls=()
generator_pid=""
runner=""
model_url=""

fail() {
  printf '%s: %s\n' "$(basename -- "$0")" "$1" >&2
  exit 2
}

# A number may have passed on to somebody else's process once ours has ended.
is_ours() {
  [[ $(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null) == "$$" ]]
}

# Ends what was started, the newest first.
end_processes() {
  local i pid patience started=("${pids[@]}" ${generator_pid:+"$generator_pid"})
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do
    if is_ours "${started[i]}"; then kill "${started[i]}" 2>/dev/null || true; fi
  done
  for pid in "${started[@]}"; do
    for ((patience = 100; patience > 0; patience--)); do
      is_ours "$pid" || break
      sleep 0.1
    done
    if is_ours "$pid"; then kill -KILL "$pid" 2>/dev/null || true; fi
    wait "$pid" 2>/dev/null || true
  done
  generator_pid=""
  pids=()
  gateway_pids=()
  gateway_urls=()
}

# Runs on every way out.
finish() {
  trap - EXIT INT TERM HUP
  end_processes
  [[ -z $work ]] || rm -rf -- "$work"
}

# For another start: nothing runs, and the folder is as empty as at first.
start_over() {
  end_processes
  rm -rf -- "${work:?}"/*
}

# prepare <tool>…: makes the folder, and builds the gateway where it is older than its sources. Ends what runs on every way out.
prepare() {
  local variable tool
  for tool in java redis-server redis-cli "$@"; do
    command -v "$tool" >/dev/null || fail "needs $tool on the PATH"
  done
  # Settings of the caller's own gateway are not this one's.
  for variable in $(compgen -e TURNGATE_); do unset "$variable"; done
  work=$(mktemp -d -t turngate-load.XXXXXX)
  trap finish EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  "$root/turngate" --version >/dev/null || exit 2
  LOAD_SECRET=$(head -c 24 /dev/urandom | base64)
  export LOAD_SECRET
}

# The same with the load tests' own build.
begin() {
  prepare mvn
  build_load_tests
}

build_load_tests() {
  classpath=$here/target/classpath
  if [[ -f $classpath && -z $(find "$here/pom.xml" "$here/src" -newer "$classpath" | head -n 1) ]]; then return; fi
  printf 'building the load tests\n' >&2
  mkdir -p "$here/target"
  (cd "$here" && mvn -B -ntp -Dspotless.check.skip test-compile dependency:build-classpath -Dmdep.outputFile="$work/classpath") \
    </dev/null >"$here/target/build.log" 2>&1 || fail "the build of the load tests failed, its log is in load-tests/target/build.log"
  mv -- "$work/classpath" "$classpath"
}

# Waits, at most so many seconds, for a line of a process's log; fails if the process ends before.
await_line() {
  local file=$1 pattern=$2 pid=$3 patience=$(($4 * 10))
  until grep -qE "$pattern" "$file" 2>/dev/null; do
    kill -0 "$pid" 2>/dev/null || return 1
    ((patience-- > 0)) || return 1
    sleep 0.1
  done
}

# start_redis <binary>: redis_port and redis_pid, with the shipped redis.conf. A port that is taken meanwhile costs another try.
start_redis() {
  local binary=$1 tries
  for ((tries = 0; tries < 20; tries++)); do
    redis_port=$((20000 + RANDOM % 20000))
    mkdir -p "$work/redis"
    : >"$work/redis.log"
    "$binary" "$root/redis/redis.conf" --port "$redis_port" --bind 127.0.0.1 --dir "$work/redis" --daemonize no \
      >"$work/redis.log" 2>&1 &
    redis_pid=$!
    if await_line "$work/redis.log" 'eady to accept connections' "$redis_pid" 30; then
      pids+=("$redis_pid")
      return
    fi
    kill -KILL "$redis_pid" 2>/dev/null || true
    wait "$redis_pid" 2>/dev/null || true
  done
  fail "Redis does not start: $(tail -n 1 "$work/redis.log")"
}

redis() {
  redis-cli -p "$redis_port" "$@"
}

# info <field>: a figure of Redis's INFO.
info() {
  redis INFO | tr -d '\r' | sed -n "s/^$1://p"
}

# start_emulator: emulator_url, and the key of its API in LOAD_API_TOKEN. Flows are not used, so it knows no gateway.
start_emulator() {
  JAVA_OPTS=-Xmx256m "$root/turngate" emulator --port 0 --gateway http://127.0.0.1:9/ --secret-env LOAD_SECRET \
    >"$work/emulator.log" 2>&1 &
  pids+=("$!")
  await_line "$work/emulator.log" 'Ctrl\+C' "$!" 120 || fail "the emulator does not start: $(tail -n 1 "$work/emulator.log")"
  emulator_url=$(sed -n 's|^ *API *\(http://[^ ]*\).*|\1|p' "$work/emulator.log")
  LOAD_API_TOKEN=$(sed -n 's/^ *its key *//p' "$work/emulator.log")
  export LOAD_API_TOKEN
}

# write_conf <tenants> <runner's delay in ms> <runner's text> [further members of rules.json]
# The runner is the scripted one, unless runner has other members of tenant.json's: then its delay and text are not used.
# Redis may take its time: on a machine that others use, a command that is late says nothing about the gateway.
write_conf() {
  local tenants=$1 delay=$2 reply=$3 rules=${4:-} i folder
  local members=${runner:-'"provider":"scripted"'}
  mkdir -p "$work/conf/tenants"
  cp "$root/conf/logback.xml" "$work/conf/"
  printf '{"http":{"host":"127.0.0.1","port":0},"management":{"port":0},"redis":{"uri":"redis://127.0.0.1:%s","commandTimeoutMillis":5000}}\n' \
    "$redis_port" >"$work/conf/gateway.json"
  for ((i = 0; i < tenants; i++)); do
    printf -v folder '%s/conf/tenants/tenant-%03d' "$work" "$i"
    mkdir -p "$folder"
    printf '{"secrets":[{"env":"LOAD_SECRET"}],"channel":"whatsapp","binding":"token","manychat":{"apiToken":{"env":"LOAD_API_TOKEN"},"baseUrl":"%s"},"runner":{%s}}\n' \
      "$emulator_url" "$members" >"$folder/tenant.json"
    if [[ $members == *scripted* ]]; then
      printf '{"delayMillis":%s,"default":{"messages":["%s"]}}\n' "$delay" "$reply" >"$folder/answers.json"
    else
      cp "$root/conf/tenants/demo/"{prompt.md,knowledge.md,catalog.json} "$folder/"
    fi
    printf '{"messages":{"acknowledgement":"One moment, I am looking that up.","escalation":"A colleague will write to you."}%s}\n' \
      "$rules" >"$folder/rules.json"
  done
}

# start_slow_model <ms> <text>: a model that takes so long, behind the openai provider's wire. Sets model_url and runner.
start_slow_model() {
  java -Xmx256m -cp "$here/target/test-classes" io.turngate.load.SlowModelServer "$1" "$2" >"$work/model.log" 2>&1 &
  pids+=("$!")
  await_line "$work/model.log" '^http://' "$!" 30 || fail "the slow model does not start: $(tail -n 1 "$work/model.log")"
  model_url=$(head -n 1 "$work/model.log")
  runner="\"provider\":\"openai\",\"model\":\"slow\",\"baseUrl\":\"$model_url/v1\""
}

# start_gateway: appends to gateway_urls and gateway_pids, and sets management_url. Its log goes into the folder, at the shipped level.
start_gateway() {
  local log=$work/gateway-${#gateway_urls[@]}.log
  JAVA_OPTS=${GATEWAY_JAVA_OPTS--Xmx1g} "$root/turngate" serve --strict --conf "$work/conf" >"$log" 2>&1 &
  pids+=("$!")
  gateway_pids+=("$!")
  await_line "$log" 'serving [0-9]+ tenants' "$!" 120 || fail "the gateway does not start: $(tail -n 1 "$log")"
  gateway_urls+=("http://127.0.0.1:$(sed -n 's/.* serving [0-9]* tenants on [^:]*:\([0-9]*\),.*/\1/p' "$log")")
  # shellcheck disable=SC2034
  management_url=http://127.0.0.1:$(sed -n 's/.* serving .*, management on [^:]*:\([0-9]*\).*/\1/p' "$log")
}

# load_java <arguments>: a Java program of the load tests, told where everything is. Waited for, so that a signal is heard at once.
load_java() {
  local status=0 IFS=,
  java -Xmx1g --add-opens=java.base/java.lang=ALL-UNNAMED -cp "$here/target/test-classes:$(<"$here/target/classpath")" \
    -Dload.gateways="${gateway_urls[*]}" -Dload.redis="$redis_port" -Dload.manychat="$emulator_url" -Dload.model="$model_url" \
    -Dload.pids.gateways="${gateway_pids[*]}" -Dload.pids.redis="$redis_pid" "$@" </dev/null &
  generator_pid=$!
  wait "$generator_pid" || status=$?
  generator_pid=""
  return "$status"
}
