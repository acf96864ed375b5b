/**
 * The package's main file loads every store it has, Node's cluster among them; one class is wanted, and that on any runtime.
 * Its types describe the class, but not the file that holds it.
 */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import { RateLimiterMemory } from 'rate-limiter-flexible';

  export default RateLimiterMemory;
}
