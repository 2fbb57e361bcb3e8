/** Before a message comes again that could not be handled. */
export const troubleWaitSecondsMax = 60

export const troubleWaitSeconds = (attempts: number): number => Math.min(2 ** attempts, troubleWaitSecondsMax)
