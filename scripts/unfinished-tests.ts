import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Writes the names of test files that have begun and not ended to the file $UNFINISHED_TESTS. A run that hangs has no
 * other report.
 */
export default class UnfinishedTests implements Reporter {
  private readonly path = process.env['UNFINISHED_TESTS'] ?? ''
  private readonly begun = new Set<string>()

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.begun.add(relativeModuleId)
    this.keep()
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.begun.delete(relativeModuleId)
    this.keep()
  }

  private keep(): void {
    if (this.path !== '') writeFileSync(this.path, [...this.begun].join('\n'))
  }
}
