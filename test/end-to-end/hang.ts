/** Nothing that works takes this long, however busy the machine is. It is shorter than the limit of a test. */
export const hangMs = 240_000
