import { type Kernel, openKernel } from '../../container/engine/webassembly/kernel/kernel.ts'
import { KernelWorkbooks } from '../../container/engine/webassembly/readers/kernel-workbooks.ts'

const idle: Kernel[] = []

/** Lends a kernel in memory that earlier tests used. Allocating it takes longer than to read a small file. */
export async function withKernel<Result>(work: (kernel: Kernel | null) => Promise<Result>): Promise<Result> {
  const lent = idle.pop()?.reopened() ?? openKernel()
  try {
    return await work(lent)
  } finally {
    if (lent !== null) idle.push(lent)
  }
}

/** Lends a kernel to readers of workbooks. */
export const withWorkbooks = <Result>(
  work: (accelerator: KernelWorkbooks | null) => Promise<Result>,
): Promise<Result> => withKernel((kernel) => work(kernel === null ? null : new KernelWorkbooks(kernel)))
