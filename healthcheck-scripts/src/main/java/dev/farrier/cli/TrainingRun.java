package dev.farrier.cli;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/**
 * Run once by the build: a refresh from which the JVM makes the start-up archive. It also loads
 * what this machine gives a refresh no use for, such as GPUs and a scheduler.
 */
public final class TrainingRun {
    private TrainingRun() {}

    public static void main(String[] args) throws IOException, ClassNotFoundException {
        for (String jar : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (jar.contains("health-core") || jar.contains("-integration")) {
                for (String name : classes(jar)) {
                    Class.forName(name, false, TrainingRun.class.getClassLoader());
                }
            }
        }
        Main.main(args);
    }

    private static List<String> classes(String path) throws IOException {
        List<String> names = new ArrayList<>();
        try (JarFile jar = new JarFile(path)) {
            jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
                    .forEach(name -> names.add(name.replace('/', '.').replace(".class", "")));
        }
        return names;
    }
}
