/** Three animated dots, which show that someone is writing. */

export function TypingDots() {
  return (
    <span class="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
