/**
 * In unit: runs a command as the systemd unit does, as far as files go: its own mount namespace, in which only the folders that the unit
 * names can be written to, and a user that is not root. Needs root.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../shared-data.ts';

const UNIT = readFileSync(join(PROJECT, 'pipelines/operations/ev-register.service'), 'utf8');
/** nobody */
export const UID = 65_534;
/** Folders of the machine that the namespace has as its own. */
const OWN = ['srv', 'mnt', 'var/lib', 'var/cache', 'opt'] as const;

export const START = valuesOf('ExecStart');
export const READ_WRITE = valuesOf('ReadWritePaths').map((path) => path.replace(/^-/, ''));
const STATE = [...valuesOf('StateDirectory').map((name) => `/var/lib/${name}`), ...valuesOf('CacheDirectory').map((name) => `/var/cache/${name}`)];

/** Words of all lines of the unit that set something. */
function valuesOf(name: string): readonly string[] {
  return [...UNIT.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, value = '']) => value.split(' '));
}

/** Arguments: the folder of `machine`, the project, the paths that can be written to, and the command. Remounts all else for reading. */
const NAMESPACE = `
machine=$1 project=$2 writable=$3
shift 3
for folder in ${OWN.join(' ')}; do mount --bind "$machine/$folder" "/$folder"; done
mount --bind "$project" /opt/ev-register
mount -t tmpfs -o mode=1777 tmpfs /tmp
for path in $writable; do mount --bind "$path" "$path"; done
cut -d' ' -f5 /proc/self/mountinfo | while read -r point; do
  case " $writable /tmp " in *" $point "*) continue ;; esac
  case $point in /proc*|/sys*|/dev*) continue ;; esac
  mount -o remount,bind,ro "$point" 2>/dev/null || true
done
if touch /opt/ev-register/written 2>/dev/null || touch /srv/written 2>/dev/null || touch /written 2>/dev/null; then
  echo 'the namespace can be written to' >&2
  exit 99
fi
cd /opt/ev-register
exec setpriv --reuid ${UID} --regid ${UID} --clear-groups "$@"
`;

/** The folders that the comment of the unit has made, in a folder that stands for the machine. Returns them by their path there. */
export function machineIn(folder: string): { readonly at: (path: string) => string } {
  const at = (path: string): string => join(folder, path);
  for (const own of OWN) mkdirSync(at(own), { recursive: true });
  mkdirSync(at('opt/ev-register'));
  for (const path of [...STATE, ...READ_WRITE]) {
    mkdirSync(at(path), { recursive: true });
    chownSync(at(path), UID, UID);
  }
  // The cache folder of `ev setup`.
  cpSync(join(homedir(), '.cache/ev-register'), at('var/cache/ev-register'), { recursive: true, filter: (path) => !path.includes('compiled') });
  return { at };
}

/** Starts a command of the unit in a machine. `readWrite`: the paths that the unit names beside its own folders. */
export function startInUnit(
  folder: string, command: readonly string[], { readWrite = READ_WRITE, more = {} }: { readonly readWrite?: readonly string[]; readonly more?: NodeJS.ProcessEnv } = {},
): ChildProcessWithoutNullStreams {
  const environment = Object.fromEntries(valuesOf('Environment').map((pair) => pair.split('=')));
  return spawn('unshare', [
    '--mount', '--propagation', 'private', 'sh', '-ec', NAMESPACE, 'sh', folder, PROJECT, [...STATE, ...readWrite].join(' '), ...command,
  ], { env: { PATH: process.env['PATH'], ...environment, ...more } });
}
