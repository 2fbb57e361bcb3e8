/**
 * The most rows of a kind that one alarm deletes or copies. The rest is due at once, so the next alarm continues. An
 * alarm takes milliseconds, however much is due.
 */
export const rowsPerAlarm = 200
