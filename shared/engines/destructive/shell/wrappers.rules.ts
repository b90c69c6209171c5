/**
 * Programs that run another command. `rest` is what follows their options and operands: the words of a command
 * (`argv`) or shell code (`code`). `codeIn` names options whose value is shell code.
 */
export type Wrapper = {
  /** Names, by `|`. */
  name: string
  /** First words without which it is no wrapper (`docker exec`), alternatives by `|`. */
  sub?: string
  /** Options that take the next word as their value. */
  values?: string
  /** How many words stand between options and command (a host, a container, seconds). */
  operands?: number
  /** Whether NAME=VALUE may stand before the command. */
  assigns?: true
  rest?: 'argv' | 'code'
  codeIn?: string
  /** The code of `codeIn` is all that follows, not one word. */
  toEnd?: true
  /** The command begins after `--` only. */
  dashes?: true
}

const docker = 'docker|podman|nerdctl|finch'
const dockerValues =
  '-e --env --env-file -u --user -w --workdir --detach-keys -v --volume --mount --name -p --publish --network --net --entrypoint -h --hostname --memory -m --cpus --platform --pull --label -l --link --add-host --cap-add --cap-drop --device --dns --gpus --ip --ipc --log-driver --pid --restart --runtime --security-opt --shm-size --stop-signal --tmpfs --ulimit --userns --volumes-from -a --attach --cidfile --index --profile -f --file --project-name'

export const wrappers: readonly Wrapper[] = [
  {
    name: 'sudo',
    values:
      '-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot --role --type --close-from',
    assigns: true,
    rest: 'argv',
  },
  { name: 'doas', values: '-u -C', rest: 'argv' },
  { name: 'pkexec|run0|gsudo|please', values: '--user -u -g', rest: 'argv' },
  { name: 'su', codeIn: '-c|--command' },
  { name: 'runuser', values: '-u --user -g -G -s --shell', codeIn: '-c|--command', rest: 'argv' },
  { name: 'sg', operands: 1, codeIn: '-c', rest: 'code' },
  { name: 'gosu|su-exec|setuidgid', operands: 1, rest: 'argv' },
  {
    name: 'env|genv|cross-env|cross-env-shell',
    values: '-u --unset -C --chdir -a --argv0',
    assigns: true,
    rest: 'argv',
  },
  {
    name: 'command|builtin|nohup|setsid|busybox|toybox|time|gtime|noglob|nocorrect|chronic|unbuffer|dbus-run-session|eatmydata|entr|arch|linux32|linux64|setarch|unshare|valgrind|retry|torsocks|torify|tsocks|fakechroot|nocache|ifne|lldb|sem|heaptrack|xvfb-run|systemd-inhibit|firejail|setpriv',
    rest: 'argv',
  },
  { name: 'shx', rest: 'argv' },
  { name: 'fakeroot|rlwrap', values: '-s -i -b -f -g -l', rest: 'argv' },
  { name: 'proxychains|proxychains4', values: '-f', rest: 'argv' },
  { name: 'caffeinate', values: '-t -w', rest: 'argv' },
  { name: 'nsenter', values: '-t --target -S -G', rest: 'argv' },
  { name: 'ltrace', values: '-e -o -p -u -s -a -n -l', rest: 'argv' },
  { name: 'cpulimit', values: '-l --limit', rest: 'argv' },
  { name: 'runcon', values: '-t -u -r -l', rest: 'argv' },
  { name: 'choom|softlimit', values: '-n -m', rest: 'argv' },
  { name: 'chpst', values: '-u -U -b -e -/ -n -l -L -m -d -o -p -f -c', rest: 'argv' },
  {
    name: 'hyperfine',
    values: '-w --warmup -r --runs -m -M --export-json --export-csv --export-markdown -L -n --command-name',
    codeIn: '-p|--prepare|-s|--setup|-c|--cleanup',
    rest: 'code',
  },
  { name: 'salt', operands: 2, rest: 'code' },
  { name: 'salt-call', operands: 1, rest: 'code' },
  { name: 'exec', values: '-a', rest: 'argv' },
  { name: 'nice|gnice', values: '-n --adjustment', rest: 'argv' },
  { name: 'ionice', values: '-c -n -p --class --classdata', rest: 'argv' },
  { name: 'chrt|taskset', values: '-p', operands: 1, rest: 'argv' },
  { name: 'numactl|cgexec', values: '-N -m -C -g -l', rest: 'argv' },
  { name: 'stdbuf|gstdbuf', values: '-i -o -e --input --output --error', rest: 'argv' },
  { name: 'java', values: '-cp -classpath --class-path -p --module-path', rest: 'argv' },
  { name: 'adb', sub: 'shell', values: '-s -H -P', rest: 'code' },
  { name: 'timeout|gtimeout', values: '-k --kill-after -s --signal', operands: 1, rest: 'argv' },
  { name: 'chroot|proot|arch-chroot', values: '--userspec --groups -r -b -w', operands: 1, rest: 'argv' },
  { name: 'strace|truss|dtruss', values: '-e -o -p -u -s -a -E -P -S -I -O -X -b', rest: 'argv' },
  { name: 'gdb', values: '-ex -x', dashes: true, rest: 'argv' },
  { name: 'perf', sub: 'stat|record|trace', values: '-e -o -F -p -g', rest: 'argv' },
  {
    name: 'systemd-run',
    values:
      '-p --property -u --unit --description --slice -M --machine --uid --gid --nice --working-directory -E --setenv --on-active --on-calendar -d',
    rest: 'argv',
  },
  { name: 'start-stop-daemon', dashes: true, rest: 'argv' },
  {
    name: 'flock',
    values: '-w --wait --timeout -E --conflict-exit-code',
    operands: 1,
    codeIn: '-c|--command',
    rest: 'argv',
  },
  { name: 'script', codeIn: '-c|--command' },
  { name: 'watch|viddy|hwatch', values: '-n --interval', rest: 'code' },
  { name: 'eval|invoke-expression|iex', rest: 'code' },
  {
    name: 'ssh|autossh|dbclient|slogin',
    values: '-b -c -D -E -e -F -I -i -J -L -l -m -M -O -o -p -Q -R -S -W -w -B',
    operands: 1,
    rest: 'code',
  },
  { name: 'sshpass', values: '-p -f -d -P', rest: 'argv' },
  { name: 'mosh', values: '--ssh --port -p', dashes: true, rest: 'argv' },
  { name: 'pdsh|clush|dsh|pssh|parallel-ssh|mussh', values: '-w -g -x -l -f -t -u -h -H -i -p -o -m', rest: 'code' },
  { name: docker, sub: 'exec', values: dockerValues, operands: 1, rest: 'argv' },
  { name: docker, sub: 'run|create', values: dockerValues, operands: 1, rest: 'argv' },
  { name: docker, sub: 'container exec|run', values: dockerValues, operands: 1, rest: 'argv' },
  { name: docker, sub: 'compose exec|run', values: dockerValues, operands: 1, rest: 'argv' },
  { name: 'docker-compose|podman-compose', sub: 'exec|run', values: dockerValues, operands: 1, rest: 'argv' },
  {
    name: 'kubectl|oc|k|kubecolor|microk8s.kubectl',
    sub: 'exec|rsh|run|debug',
    values:
      '-n --namespace -c --container --context --kubeconfig --image --restart -f --filename -l --labels --overrides --target --profile --env --serviceaccount --pod-running-timeout --cluster --user',
    operands: 1,
    rest: 'argv',
  },
  { name: 'crictl', sub: 'exec', operands: 1, rest: 'argv' },
  {
    name: 'lxc|incus|multipass|limactl|orb|tart|pct',
    sub: 'exec|shell|run',
    values: '--env --user --group --cwd --mode --workdir -w -u -m',
    operands: 1,
    rest: 'argv',
  },
  {
    name: 'lxc-attach|distrobox|toolbox|toolbx|colima',
    values: '-n --name -c --container -r',
    dashes: true,
    rest: 'argv',
  },
  { name: 'vagrant', sub: 'ssh', codeIn: '-c|--command' },
  { name: 'minikube|kind', sub: 'ssh', values: '-n --node -p --profile', rest: 'code' },
  { name: 'wsl', values: '-d --distribution -u --user --cd -e --exec', rest: 'argv' },
  { name: 'fly|flyctl', sub: 'ssh console', codeIn: '-C|--command' },
  { name: 'fly|flyctl', sub: 'machine exec', operands: 1, rest: 'code' },
  { name: 'heroku', sub: 'run|run:detached', values: '-a --app -r --remote -s --size -e --env', rest: 'code' },
  { name: 'railway|render|nf', sub: 'run|ssh', rest: 'argv' },
  { name: 'gcloud', sub: 'compute ssh', codeIn: '--command' },
  { name: 'gcloud', sub: 'compute tpus tpu-vm ssh', codeIn: '--command' },
  { name: 'az', sub: 'vm run-command invoke', codeIn: '--scripts' },
  { name: 'aws', sub: 'ecs execute-command', codeIn: '--command' },
  { name: 'aws', sub: 'ssm send-command', codeIn: '--parameters' },
  { name: 'cf|eb', sub: 'ssh', codeIn: '-c|--command' },
  { name: 'ansible', codeIn: '-a|--args' },
  { name: 'npx|bunx|pnpx|uvx', values: '-p --package --from --with --python', codeIn: '-c|--call', rest: 'argv' },
  {
    name: 'npm|pnpm|yarn|bun',
    sub: 'exec|x|dlx',
    values: '-p --package -w --workspace',
    codeIn: '-c|--call',
    rest: 'argv',
  },
  {
    name: 'uv|poetry|pipenv|pdm|rye|hatch|pixi|conda|mamba|micromamba|devbox|pipx|rush|moon',
    sub: 'run',
    values: '-n --name -p --prefix --with --python --extra --group --project --directory -e --env',
    rest: 'argv',
  },
  { name: 'uv', sub: 'tool run', values: '--from --with --python', rest: 'argv' },
  {
    name: 'bundle|bundler|mise|rtx|asdf|rbenv|pyenv|nodenv|lerna|volta|fnm|opam|stack|cabal|rustup',
    sub: 'exec|x|run',
    values: '--using -n',
    rest: 'argv',
  },
  { name: 'direnv', sub: 'exec', operands: 1, rest: 'argv' },
  { name: 'dotenv|env-cmd|dotenvx|envdir', values: '-f -e -p -c --env', rest: 'argv' },
  { name: 'doppler', sub: 'run', values: '-p --project -c --config -t --token', codeIn: '--command', rest: 'argv' },
  {
    name: 'op|infisical|bws|teller|summon|vaultenv|envconsul|envchain|keyring|fnox|varlock',
    sub: 'run',
    values: '--env-file --account --env --path --projectId',
    rest: 'argv',
  },
  { name: 'aws-vault|chamber|aws-okta|saml2aws|granted|assume', sub: 'exec', dashes: true, rest: 'argv' },
  { name: 'sops', sub: 'exec-env|exec-file', operands: 1, rest: 'code' },
  { name: 'nix-shell', codeIn: '--run|--command' },
  { name: 'nix', sub: 'develop|shell|run', dashes: true, rest: 'argv' },
  { name: 'guix', sub: 'shell|environment', dashes: true, rest: 'argv' },
  { name: 'cmd', codeIn: '/c|/C|/k|/K', toEnd: true },
  { name: 'start|start-process|call', values: '/d -argumentlist', rest: 'argv' },
  {
    name: 'tmux',
    sub: 'new|new-session|new-window|neww|split-window|splitw|respawn-pane|run-shell|run|if-shell|pipe-pane',
    values: '-s -n -t -c -x -y -F -e -l -p',
    rest: 'code',
  },
  { name: 'tmux', sub: 'send-keys|send', values: '-t -N', rest: 'code' },
  { name: 'screen', values: '-S -t -c -e -h -T -p', rest: 'argv' },
  { name: 'git', sub: 'submodule foreach', rest: 'code' },
  { name: 'git', sub: 'bisect run', rest: 'argv' },
  { name: 'git', sub: 'rebase', codeIn: '-x|--exec' },
  {
    name: 'git',
    sub: 'filter-branch',
    codeIn: '--tree-filter|--index-filter|--msg-filter|--env-filter|--parent-filter|--commit-filter|--tag-name-filter',
  },
  { name: 'git', sub: 'difftool|mergetool', codeIn: '-x|--extcmd' },
  { name: 'repo|gita|mr|meta|mani', sub: 'forall|shell|exec|run', codeIn: '-c', rest: 'code' },
  { name: 'tar|bsdtar|gtar', codeIn: '--to-command|--use-compress-program|-I' },
]
