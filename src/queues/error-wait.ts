/** The delay before a message that could not be handled is sent again. */
export const errorWaitSecondsMax = 60

export const errorWaitSeconds = (attempts: number): number => Math.min(2 ** attempts, errorWaitSecondsMax)
