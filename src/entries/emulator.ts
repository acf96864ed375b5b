/** `natter/emulator`: the emulated platform, as a server on this machine or as an object without I/O. */

export type { FaultSpec } from '../emulator/faults/fault-specs.ts';
export { EmulatorError } from '../emulator/model/emulator-error.ts';
export type { PlatformOptions, Random, Rate, ScriptName } from '../emulator/model/options.ts';
export { createSeededRandom } from '../emulator/model/seeded-random.ts';
export { type EmulatorConfig, type EmulatorConfigResult, readEmulatorConfig } from '../emulator/node/config.ts';
export { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/node/server.ts';
export { createPlatform, type Platform } from '../emulator/platform.ts';
