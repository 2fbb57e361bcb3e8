/** The parts of `package-lock.json` that give the source of a package and its install scripts. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>
}

interface LockEntry {
  readonly name?: string
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/**
 * Returns the problems of a lock file, one sentence each. Every package must be pinned by hash, including packages of
 * other platforms, and must not name a registry. Packages run scripts only if `allowScripts` in `package.json` says so.
 */
export function lockFindings(lock: LockFile, allowScripts: Readonly<Record<string, boolean>>): string[] {
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
  return entries.flatMap(([path, entry]) => [
    ...(sha512.test(entry.integrity ?? '') ? [] : [`${path} has no sha512 integrity.`]),
    ...(entry.resolved === undefined ? [] : [`${path} names a registry: ${entry.resolved}`]),
    ...missingPlatforms(lock, path, entry),
    ...(entry.hasInstallScript === true && !(packageName(path, entry) in allowScripts)
      ? [`${path} wants to run a script. Decide about it in allowScripts of package.json.`]
      : []),
  ])
}

/**
 * Returns the packages of platforms that are missing. npm leaves out a platform's package if the registry lacks it, and
 * `npm ci` then refuses the file on that platform.
 */
function missingPlatforms(lock: LockFile, path: string, { optionalDependencies = {} }: LockEntry): string[] {
  const isLocked = (name: string): boolean =>
    [`${path}/node_modules/${name}`, `node_modules/${name}`].some((place) => place in lock.packages)
  return Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(name))
    .map(([name, version]) => `${path} needs ${name} ${version}, which is not locked. Choose a release with it.`)
}

const packageName = (path: string, { name }: LockEntry): string => name ?? path.split('node_modules/').at(-1) ?? path

/** Returns the lines of a Dockerfile with a base image that its maintainer may replace. */
export const movingImages = (dockerfile: string): string[] =>
  dockerfile
    .split('\n')
    .filter((line) => /^FROM\s/i.test(line))
    .filter((line) => !/@sha256:[0-9a-f]{64}(\s|$)/.test(line))
    .map((line) => `"${line}" has no digest.`)
