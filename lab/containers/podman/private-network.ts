import { execFile } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rulesToRemove } from './firewall-rules.ts'

const run = promisify(execFile)
const namePrefix = 'rowmill-lab-'
const bridgePrefix = 'rml-'

/**
 * A bridge for one laboratory. Podman stores its port forwarding in the machine's firewall, where it stays if the run
 * is killed. The network's name in those rules shows which of them belong to the laboratory.
 */
export class PrivateNetwork {
  readonly name: string
  private readonly bridge: string

  /** The id has six letters, because an interface name in Linux has at most 15 characters. */
  constructor(id: string) {
    this.name = `${namePrefix}${id}`
    this.bridge = `${bridgePrefix}${id}`
  }

  /** Writes the network to a folder, and returns the lines of podman's configuration that make it the default. */
  configure(folder: string): string {
    const configFolder = join(folder, 'networks')
    mkdirSync(configFolder)
    const subnet = freeSubnet()
    const network = {
      name: this.name,
      id: createHash('sha256').update(this.name).digest('hex'),
      driver: 'bridge',
      network_interface: this.bridge,
      created: new Date().toISOString(),
      subnets: [{ subnet: `${subnet}.0/24`, gateway: `${subnet}.1` }],
      ipv6_enabled: false,
      internal: false,
      dns_enabled: false,
      ipam_options: { driver: 'host-local' },
    }
    writeFileSync(join(configFolder, `${this.name}.json`), JSON.stringify(network))
    return `[network]\nnetwork_config_dir = "${configFolder}"\ndefault_network = "${this.name}"\n`
  }

  /** Removes the rules and the bridge, even if podman was killed before it could. */
  async remove(): Promise<void> {
    const { stdout: saved } = await run('iptables-save')
    const commands = rulesToRemove(saved, this.name)
    if (commands !== '') await restoreRules(commands)
    if (networkInterfaces()[this.bridge] !== undefined) await run('ip', ['link', 'delete', this.bridge])
  }
}

/** Returns the ids of the laboratories that the firewall or a bridge still contains. */
export async function networkIdsInUse(): Promise<ReadonlySet<string>> {
  const { stdout: saved } = await run('iptables-save')
  const names = saved.matchAll(new RegExp(`"dnat name: ${namePrefix}(\\w+) id:`, 'g'))
  const bridges = Object.keys(networkInterfaces()).filter((name) => name.startsWith(bridgePrefix))
  return new Set([
    ...Array.from(names, ([, id]) => id ?? ''),
    ...bridges.map((name) => name.slice(bridgePrefix.length)),
  ])
}

/** Restores a table in one transaction, because another program may change the firewall at the same time. */
function restoreRules(commands: string): Promise<unknown> {
  const restoring = run('iptables-restore', ['--noflush', '--wait', '5'])
  restoring.child.stdin?.end(commands)
  return restoring
}

/** Finds a free subnet, because two laboratories may run at the same time. */
function freeSubnet(): string {
  const used = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  for (;;) {
    const subnet = `10.213.${randomInt(256)}`
    if (!used.some(({ address }) => address.startsWith(`${subnet}.`))) return subnet
  }
}
