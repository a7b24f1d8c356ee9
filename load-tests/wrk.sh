# shellcheck shell=bash
# What the measurements with wrk share: contacts whose tokens ManyChat has confirmed, tenants, a run and its figures. Sourced
# instead of lib.sh by the scripts that call `prepare wrk …`. messages.lua beside floor/run is what wrk sends.

# shellcheck source=load-tests/lib.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

messages_lua=$here/floor/messages.lua
reply="A group course is 120 EUR a month, two lessons a week, books included."
contacts=50000
figures=""
# An answer that takes longer is a failed request.
wrk_timeout=2s

is_whole() {
  [[ ${2:-} =~ ^[1-9][0-9]{0,7}$ ]] || fail "$1 expects a whole number above 0, found \"${2:-}\""
}

is_share() {
  [[ ${2:-} =~ ^[0-9]{1,3}(\.[0-9]{1,4})?$ ]] || fail "$1 expects a number such as 0.6, found \"${2:-}\""
}

free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    is_open "$port" || break
  done
  printf '%s\n' "$port"
}

is_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# await <what> <command>…: until the command succeeds, at most half a minute.
await() {
  local what=$1 attempts
  shift
  for ((attempts = 0; attempts < 300; attempts++)); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  fail "$what did not start; its output: $(tail -qn 3 "$work"/*.log)"
}

# write_gateway: gateway.json and what belongs to it. Nothing is pushed, so nobody is at ManyChat's address.
write_gateway() {
  mkdir -p "$work/conf/tenants"
  cp "$root/conf/logback.xml" "$work/conf/"
  printf '{"http":{"host":"127.0.0.1","port":0},"management":{"host":"127.0.0.1","port":0},"redis":{"uri":"redis://127.0.0.1:%s"}}\n' \
    "$redis_port" >"$work/conf/gateway.json"
  LOAD_API_TOKEN=4711:$(printf 'a%.0s' {1..32})
  export LOAD_API_TOKEN
}

# write_tenant <name> <members of runner>: rules that let everybody write, and the scripted runner's one answer where it is asked.
write_tenant() {
  local folder=$work/conf/tenants/$1
  mkdir -p "$folder"
  cat >"$folder/tenant.json" <<JSON
{"secrets":[{"env":"LOAD_SECRET"}],"channel":"whatsapp","binding":"token",
 "manychat":{"apiToken":{"env":"LOAD_API_TOKEN"},"baseUrl":"http://127.0.0.1:9"},
 "runner":{$2},"messagesPerMinute":10000000,"newContactsPerMinute":1000000}
JSON
  cat >"$folder/rules.json" <<'JSON'
{"maxTurnsPerConversation":1000,"rateLimit":{"turnsPerSubscriberPerHour":600},
 "budget":{"dailyTokenCap":1000000000000,"dailyCostCapUsd":1000000},
 "messages":{"acknowledgement":"One moment, please.","escalation":"A colleague will answer you soon."}}
JSON
  if [[ $2 == *scripted* ]]; then
    printf '{"delayMillis":0,"answers":[],"default":{"messages":["%s"]}}\n' "$reply" >"$folder/answers.json"
  fi
}

# seed_contacts <tenant>: contacts whose tokens ManyChat has confirmed. The digest is what Redis knows of a token.
seed_contacts() {
  local sha
  sha=$(printf 'tok-0123456789abcdef0123456789abcdef' | sha256sum | cut -c1-64)
  awk -v n="$contacts" -v tenant="$1" -v sha="$sha" 'BEGIN {
    for (i = 0; i < n; i++) printf "HSET tg:{%s:%d}:contact id %016x token %s\r\n", tenant, i, i, sha }' \
    | redis --pipe >"$work/seeded" || fail "the contacts of $1 are not in Redis"
}

# start_nginx <text of the model>: nginx as a model behind the openai provider's wire that says the same to everybody, at once.
# Sets nginx_pid and model_url.
start_nginx() {
  local port
  port=$(free_port)
  mkdir -p "$work/nginx"
  cat >"$work/nginx.conf" <<CONF
worker_processes 1;
daemon off;
pid $work/nginx/pid;
error_log stderr warn;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path $work/nginx/body;
  proxy_temp_path $work/nginx/proxy;
  fastcgi_temp_path $work/nginx/fastcgi;
  uwsgi_temp_path $work/nginx/uwsgi;
  scgi_temp_path $work/nginx/scgi;
  client_body_buffer_size 256k;
  keepalive_timeout 75s;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:$port backlog=4096;
    location = /v1/chat/completions {
      default_type application/json;
      return 200 '{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"fixed","choices":[{"index":0,"message":{"role":"assistant","content":"{\\\\"messages\\\\":[\\\\"$1\\\\"],\\\\"escalate\\\\":false,\\\\"escalation_reason\\\\":\\\\"none\\\\",\\\\"confidence\\\\":0.95}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":900,"completion_tokens":40,"total_tokens":940}}';
    }
  }
}
CONF
  # Under an account of its own, nginx could not write into the folder, which is this one's alone.
  if [[ $(id -u) -eq 0 ]]; then sed -i '1i user root;' "$work/nginx.conf"; fi
  nginx -e stderr -p "$work/nginx" -c "$work/nginx.conf" >"$work/nginx.log" 2>&1 &
  nginx_pid=$!
  pids+=("$nginx_pid")
  await nginx is_open "$port"
  # shellcheck disable=SC2034
  model_url=http://127.0.0.1:$port/v1
}

# Jiffies (of 10 ms) that a process has used, its children left out.
used() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }

# measure <url> <pid of the program> <seconds> <connections> [mean pause of each connection in ms]: figures are "rate p50 p99
# JVM Redis requests failed wrong shed"; percentiles in ms, processor time in microseconds a message. With RIGHT in the environment,
# answers without that text count as wrong, or as shed if they say so. Further variables are messages.lua's.
measure() {
  local jvm redis line status=0
  jvm=$(used "$2") redis=$(used "$redis_pid")
  CONTACTS=$contacts PAUSE_MS=${5:-0} SECRET=$LOAD_SECRET wrk -t1 -c"$4" -d"$3" --timeout "$wrk_timeout" -s "$messages_lua" "$1" \
    >"$work/wrk.out" 2>&1 &
  generator_pid=$!
  wait "$generator_pid" || status=$?
  generator_pid=""
  line=$(sed -n 's/^RESULT //p' "$work/wrk.out")
  [[ $status == 0 && -n $line ]] || fail "wrk printed no result: $(tail -n 1 "$work/wrk.out")"
  jvm=$(($(used "$2") - jvm)) redis=$(($(used "$redis_pid") - redis))
  # shellcheck disable=SC2034
  figures=$(awk -v jvm="$jvm" -v redis="$redis" '{ n = $4 > 0 ? $4 : 1
    printf "%d %.2f %.2f %.0f %.0f %d %d %d %d\n", $1, $2, $3, jvm * 10000 / n, redis * 10000 / n, $4, $5, $6, $7 }' <<<"$line")
}

# The lower one of the two in the middle.
median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }

# metric <name> [label="value"]: the sum of the series of that name that have the label; 0 if there is none.
metric() {
  curl -sf --max-time 10 "$management_url/metrics" | awk -v name="$1" -v label="${2:-}" '
    { series = $1; sub(/\{.*/, "", series) }
    series == name && index($0, label) { sum += $NF }
    END { printf "%.0f\n", sum }'
}

# Bytes of the heap that are used once garbage is gone.
live_heap() {
  jcmd "$1" GC.run >/dev/null || fail "jcmd cannot reach the gateway"
  metric jvm_memory_used_bytes 'area="heap"'
}

# status_kib <VmHWM|VmRSS> <pid>
status_kib() { awk -v field="$1:" '$1 == field { print $2 }' "/proc/$2/status"; }
