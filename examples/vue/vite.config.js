import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

/** Names with a hyphen are custom elements, not Vue components. */
const isCustomElement = tag => tag.includes('-');

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
});
