/**
 * Options that take their value as the next word, for tools whose subcommand may come after them. A tool that is not
 * here is read with every option as a switch.
 */
const valued: Record<string, string> = {
  git: '-C -c -b -B --git-dir --work-tree --namespace --super-prefix --config-env',
  'kubectl|oc|k|kubecolor':
    '-n --namespace --context --kubeconfig --cluster --user -s --server --as --as-group --token -f --filename -l --selector -o --output --field-selector --type -p --patch --request-timeout --cache-dir --certificate-authority --client-certificate --client-key --tls-server-name -v --replicas -c --container --timeout',
  helm: '-n --namespace --kube-context --kubeconfig -f --values --set --set-string --version --repo --timeout --registry-config --repository-cache --repository-config',
  'docker|podman|nerdctl':
    '-H --host --context --config -l --log-level --tlscacert --tlscert --tlskey --filter --format -n --namespace --address',
  'docker-compose|podman-compose':
    '-f --file -p --project-name --profile --env-file --project-directory --ansi --progress',
  aws: '--region --profile --output --endpoint-url --query --color --ca-bundle --cli-read-timeout --cli-connect-timeout --cli-binary-format --page-size --max-items --starting-token',
  gcloud:
    '--project --account --format --filter --zone --region --configuration --verbosity --impersonate-service-account --billing-project --location --organization --environment',
  gsutil: '-o -h -u -i',
  az: '--subscription --output -o --query --resource-group -g --name -n --organization --project --id --account-name --account-key',
  'terraform|tofu|terragrunt': '',
  ssh: '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B',
  'make|gmake': '-C -f -I -j -l -o -W --directory --file --makefile',
  npm: '--prefix --registry -w --workspace --userconfig --tag --otp',
  'pnpm|yarn|bun': '-C --dir --cwd --filter -F --registry',
  systemctl: '-H --host -M --machine -t --type -p --property -s --signal -n --lines -o --output --root',
  'apt|apt-get|aptitude': '-o -t -c --option --target-release --config-file',
  'dnf|yum|microdnf': '-c --config -x --exclude --setopt --enablerepo --disablerepo --releasever --installroot',
  'redis-cli|valkey-cli': '-h -p -s -a -u -n -r -i --user --pass --sni --cacert --cert --key -x',
  doctl: '-t --access-token -u --api-url --context -o --output -c --config --http-retry-max',
  heroku: '-a --app -r --remote',
  'fly|flyctl': '-a --app -c --config -t --access-token -o --org',
  gh: '-R --repo --hostname',
  glab: '-R --repo -g --group',
  vault: '-address -namespace -ca-cert -token -format --namespace --address',
  consul: '-http-addr -token -datacenter',
  nomad: '-address -region -namespace -token',
  rsync:
    '-e --rsh --exclude --include --filter -f --files-from --exclude-from --include-from --bwlimit --port --log-file --password-file --backup-dir --suffix -T --temp-dir --partial-dir --compare-dest --copy-dest --link-dest --max-size --min-size --timeout --chmod --chown -M --rsync-path',
  rclone:
    '--config --transfers --checkers --include --exclude --filter --filter-from --include-from --exclude-from --min-age --max-age --log-level --log-file --bwlimit --backup-dir',
  chmod: '--reference',
  chown: '--reference --from',
  truncate: '-s --size -r --reference',
  shred: '-n --iterations -s --size --random-source',
  mc: '-C --config-dir --older-than --newer-than --limit-upload --limit-download --resolve',
  s3cmd: '-c --config --access_key --secret_key --region --host --host-bucket --exclude --include',
  restic:
    '-r --repo -p --password-file -o --option --cache-dir --host -H --tag --path --keep-last --keep-daily --keep-weekly --keep-monthly --keep-yearly --keep-hourly --keep-within --keep-tag --group-by --limit-upload --max-unused',
  borg: '--lock-wait --umask --remote-path --rsh --keep-daily --keep-weekly --keep-monthly --keep-yearly --keep-last --keep-within --keep-hourly -P --prefix -a --glob-archives',
  ansible:
    '-i --inventory -m --module-name -u --user -e --extra-vars -l --limit -f --forks -t --tree --become-user --private-key',
  iptables: '-t --table -p -s -d -i -o -j --jump --dport --sport -m -c -w',
  'kafka-topics|kafka-configs|kafka-acls|kafka-consumer-groups|kafka-delete-records':
    '--bootstrap-server --topic --entity-type --entity-name --group --command-config --zookeeper --operation --delete-config --add-config --partitions --config --replication-factor --principal --allow-principal --deny-principal --cluster --to-offset --resource-pattern-type',
  'ldcli|flipt|unleash': '',
  nats: '-s --server --user --password --creds --context --timeout',
  virsh: '-c --connect',
  rabbitmqctl: '-n --node -p --vhost -t --timeout',
  rabbitmqadmin: '-H --host -P --port -u --username -p --password -V --vhost -c --config',
  mysqladmin: '-u --user -h --host -P --port -S --socket',
}

export const toolOptions: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(valued).flatMap(([commands, options]) => {
    const names = new Set(options.split(' '))
    return commands.split('|').map((command) => [command, names] as const)
  }),
)
