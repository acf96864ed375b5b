/** Types of one file of the package. Its main file loads every store, including Node's cluster; the broker needs one class, on any runtime. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import { RateLimiterMemory } from 'rate-limiter-flexible';

  export default RateLimiterMemory;
}
