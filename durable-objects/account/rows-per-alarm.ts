/**
 * The most rows of a kind that one turn of the alarm deletes or copies. What is left is due at once, so the next turn goes on.
 * A turn takes milliseconds however much is due.
 */
export const rowsPerAlarm = 200
