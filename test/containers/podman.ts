import { announced } from '../databases/announced.ts'
import { PodmanHost } from '../../lab/containers/podman/podman-host.ts'

/**
 * Podman, ready to run containers. If this machine does not allow it, prints the reason in one line and returns null.
 */
export async function startPodman(prepare: (host: PodmanHost) => Promise<void>): Promise<PodmanHost | null> {
  let { unavailableReason: obstacle } = PodmanHost
  if (obstacle === null) {
    const host = new PodmanHost()
    try {
      await host.start()
      await prepare(host)
      return host
    } catch (error) {
      await host.stop()
      obstacle = String((error as { readonly stderr?: unknown }).stderr ?? error).trim()
    }
  }
  announced(false, `the real image does not run here: ${obstacle.split('\n').at(-1)}`)
  return null
}
