import { announced } from '../databases/announced.ts'
import { PodmanHost } from '../../lab/containers/podman/podman-host.ts'

/** Podman ready to run containers; null, with one line that says why, where this machine does not let it. */
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
