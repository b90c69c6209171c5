import type { CommandRule } from '../rule.ts'

const family = 'docker'
const docker = 'docker|podman|nerdctl|finch'

export const dockerCommands: CommandRule[] = [
  { id: 'docker.system-prune-all', family, is: 'high no system', run: `${docker} system prune`, flags: '--volumes', message: 'Removes every stopped container, unused image, network and volume.', safer: 'docker system df first; prune without --volumes' },
  { id: 'docker.system-prune', family, is: 'medium yes system', run: `${docker} system prune`, message: 'Removes every stopped container and unused image and network.', safer: 'docker system df first' },
  { id: 'docker.volume-remove', family, is: 'high no item', run: `${docker} volume rm|remove`, message: 'Removes a volume with its data.', safer: 'Archive the volume first: docker run --rm -v VOL:/v -v "$PWD":/b busybox tar cf /b/vol.tar /v' },
  { id: 'docker.volume-prune', family, is: 'high no collection', run: `${docker} volume prune`, message: 'Removes every volume that no container uses now.', safer: 'docker volume ls -f dangling=true first' },
  { id: 'docker.prune', family, is: 'medium yes collection', run: `${docker} container|image|images|network|builder|buildx|pod|machine prune`, message: 'Removes everything of a kind that is unused.', safer: 'List it first (docker ... ls).' },
  { id: 'docker.remove-forced', family, is: 'high no item', run: [`${docker} rm`, `${docker} container rm|remove`, `${docker} pod rm`], flags: '-f|--force|-v|--volumes', message: 'Kills and removes containers, with their volumes under -v.', safer: 'docker stop, then docker rm' },
  { id: 'docker.remove', family, is: 'medium no item', run: [`${docker} rm`, `${docker} container rm|remove`, `${docker} pod rm`], message: 'Removes containers with what was written in them.', safer: 'docker commit or docker cp first' },
  { id: 'docker.image-remove', family, is: 'medium yes item', run: [`${docker} rmi`, `${docker} image rm|remove|rmi|untag`, `${docker} manifest rm|remove`], message: 'Removes images.', safer: 'docker image ls first' },
  { id: 'docker.network-remove', family, is: 'medium yes item', run: [`${docker} network rm|remove|disconnect`], message: 'Removes or detaches a network.' },
  { id: 'docker.stop', family, is: 'medium yes item', run: [`${docker} stop|kill|pause`, `${docker} container stop|kill|pause`, `${docker} pod stop|kill`], message: 'Stops containers.' },
  { id: 'docker.restart', family, is: 'low yes item', run: [`${docker} restart`, `${docker} container|compose restart`, 'docker-compose restart'], message: 'Restarts containers; they are away for a moment.' },
  { id: 'docker.compose-down-volumes', family, is: 'high no collection', run: [`${docker} compose down`, 'docker-compose|podman-compose down'], flags: '-v|--volumes|--rmi', message: 'Removes the containers of a project with their volumes or images.', safer: 'docker compose stop' },
  { id: 'docker.compose-down', family, is: 'medium yes collection', run: [`${docker} compose down|rm|kill|stop`, 'docker-compose|podman-compose down|rm|kill|stop'], message: 'Stops or removes the containers of a project.', safer: 'docker compose stop' },
  { id: 'docker.swarm-leave', family, is: 'high with_backup system', run: `${docker} swarm leave`, message: 'Takes this machine out of its swarm.' },
  { id: 'docker.swarm-remove', family, is: 'high with_backup collection', run: [`${docker} stack|service|secret|config|node|context|plugin|checkpoint|scout rm|remove|down`, `${docker} node demote|update`], message: 'Removes a stack, service, secret or node.' },
  { id: 'docker.scale-zero', family, is: 'medium yes item', run: `${docker} service scale`, arg: /=0$/, message: 'Stops every replica of a service.' },
  { id: 'docker.buildx-remove', family, is: 'medium yes item', run: [`${docker} buildx rm`, `${docker} buildx history rm`], message: 'Removes a builder with its cache.' },
  { id: 'docker.system-reset', family, is: 'critical no system', run: ['podman system reset', 'podman machine rm|reset', 'docker-machine rm', 'docker desktop reset', 'rdctl factory-reset|reset', 'limactl delete|factory-reset', 'lima delete'], message: 'Removes every container, image and volume of this machine.', safer: 'podman system prune' },
  { id: 'docker.run-privileged-host', family, is: 'medium yes system', run: `${docker} run`, arg: /^\/:\//, message: 'Gives a container the whole file system of the host.' },
  { id: 'docker.ctr-remove', family, is: 'high no item', run: ['ctr images|image|containers|container|c|i|tasks|task|snapshots|content|namespaces rm|remove|delete|del|kill', 'skopeo delete', 'crane delete', 'regctl image|tag|manifest|repo delete', 'oras manifest|blob|repo delete', 'reg rm'], message: 'Deletes containers or images.' },
  { id: 'docker.read', family, is: 'none yes item', run: `${docker} ps|images|inspect|logs|info|version|search|history|diff|top|stats|port|pull|push|tag|build|create|start|run|login|logout|cp|events|wait|export|save|load|import|commit|attach`, message: 'Reads or adds.' },
]
