/** The keys of logfmt before a timestamp, as a pattern: `ts=` or `level=info time=`. */
export const logKeys = String.raw`(?:(?:[\w.@]{1,24}=[\w.-]{1,40} ){0,3}[\w.@]{1,24}=)?`
