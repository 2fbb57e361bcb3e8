import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const bytesNeeded = 4 << 30

const free = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Returns the folder for the data of database servers, which wait for the disk at each commit. It is in memory if the
 * machine has enough, and a server then starts in a third of the time.
 */
export const memoryFolder = (): string => (existsSync(memory) && free(memory) >= bytesNeeded ? memory : tmpdir())
