import { createHash } from 'node:crypto'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface WorkerConfigOptions {
  /**
   * The configuration is named after the state folder. A killed service leaves it behind, and the next start replaces
   * it.
   */
  readonly stateFolder: string
  readonly s3: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly containers: boolean
}

/**
 * The configuration of one local run: `wrangler.toml` with additions for this run only. Its paths are relative to its
 * folder, so it is next to the original, and only its user can read it.
 */
export class WorkerConfig {
  readonly file: string
  private readonly options: WorkerConfigOptions

  constructor(options: WorkerConfigOptions) {
    this.options = options
    const name = createHash('sha256').update(options.stateFolder).digest('hex').slice(0, 16)
    this.file = join(root, `wrangler.local-${name}.toml`)
  }

  write(): void {
    const { s3, containers } = this.options
    const text = readFileSync(join(root, 'wrangler.toml'), 'utf8')
    // The command-line flag alone ignores DOCKER_HOST.
    const configured = containers ? text.replace('enable_containers = false', 'enable_containers = true') : text
    if (containers && configured === text) throw new Error('wrangler.toml has no line `enable_containers = false`')
    // A table at the end belongs to the last bucket at the top level, which is the only bucket.
    const credentials = [
      '[r2_buckets.local_dev.experimental_s3_credentials]',
      `accessKeyId = ${JSON.stringify(s3.accessKeyId)}`,
      `secretAccessKey = ${JSON.stringify(s3.secretAccessKey)}`,
    ]
    rmSync(this.file, { force: true })
    writeFileSync(this.file, `${configured}\n${credentials.join('\n')}\n`, { mode: 0o600 })
    chmodSync(this.file, 0o600)
  }

  remove(): void {
    rmSync(this.file, { force: true })
  }
}
