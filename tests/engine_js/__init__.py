"""The engine in TypeScript beside Python."""
