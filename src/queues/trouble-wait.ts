/** The delay before a message that could not be handled is sent again. */
export const troubleWaitSecondsMax = 60

export const troubleWaitSeconds = (attempts: number): number => Math.min(2 ** attempts, troubleWaitSecondsMax)
