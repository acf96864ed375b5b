/** `natter/emulator`: the platform on this machine, as a server or as a brain without I/O. */

export { type EmulatorConfig, type EmulatorConfigResult, readEmulatorConfig } from '../emulator/config.ts';
export { EmulatorError } from '../emulator/emulator-error.ts';
export type { FaultSpec } from '../emulator/fault-specs.ts';
export type { PlatformOptions, Random, Rate, ScriptName } from '../emulator/options.ts';
export { createPlatform, type Platform } from '../emulator/platform.ts';
export { createSeededRandom } from '../emulator/seeded-random.ts';
export { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/server.ts';
