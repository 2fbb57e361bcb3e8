import type { ConvertProgress, ConvertRequest } from './convert-types.ts'

/** Reports progress that never goes back, even if the file is read several times. */
export class ProgressOfPasses {
  private readonly onProgress: ConvertRequest['onProgress']
  private at: ConvertProgress = { rows: 0, bytesRead: 0, pass: 1 }

  constructor(onProgress: ConvertRequest['onProgress']) {
    this.onProgress = onProgress
  }

  nextPass(): void {
    this.at = { ...this.at, pass: this.at.pass + 1 }
  }

  report(rows: number, bytesRead: number): 'continue' | 'stop' {
    const { at } = this
    this.at = { ...at, rows: Math.max(at.rows, rows), bytesRead: Math.max(at.bytesRead, bytesRead) }
    return this.onProgress?.(this.at) ?? 'continue'
  }
}
