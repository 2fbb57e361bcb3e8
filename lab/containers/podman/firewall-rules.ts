import { createHash } from 'node:crypto'

/**
 * Returns the input of `iptables-restore --noflush` that removes every rule of one podman network, given the output of
 * `iptables-save`. It is empty if there are no rules. Netavark gives each network two chains named by a hash of its
 * name. The rules for its subnet and its published ports lead to these chains.
 */
export function rulesToRemove(saved: string, network: string): string {
  const hash = createHash('sha512').update(network).digest('hex').slice(0, 13).toUpperCase()
  const chains = [`NETAVARK-${hash}`, `NETAVARK-DN-${hash}`]
  const subnets = Array.from(saved.matchAll(new RegExp(`-s (\\S+) -j NETAVARK-${hash}$`, 'gm')), ([, subnet]) => subnet)
  const isOfNetwork = (word: string): boolean => chains.includes(word) || subnets.includes(word)
  const tables = saved.split(/^(?=\*)/m).filter((table) => table.startsWith('*'))
  return tables.map((table) => removalFrom(table, chains, isOfNetwork)).join('')
}

function removalFrom(table: string, chains: readonly string[], isOfNetwork: (word: string) => boolean): string {
  const lines = table.split('\n')
  const known = chains.filter((chain) => lines.some((line) => line.startsWith(`:${chain} `)))
  const rules = lines.filter((line) => line.startsWith('-A ') && line.split(' ').some(isOfNetwork))
  if (known.length + rules.length === 0) return ''
  // A chain can be removed when no rule leads to it.
  const commands = [...rules.map((rule) => rule.replace('-A ', '-D ')), ...known.map((chain) => `-X ${chain}`)]
  return `${[lines[0], ...commands, 'COMMIT'].join('\n')}\n`
}
